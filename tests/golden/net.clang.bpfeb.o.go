// Made from BTF by btfscope: a big-endian machine with pointers of 8 bytes.
// Pointers are numbers. Padding is written out; every pattern of bytes is a value.
package types

import "unsafe"

var _ unsafe.Pointer

type U8 = uint8

type U16 = uint16

type Be16 = U16

type U32 = uint32

type Be32 = U32

type Ipv4_header__bindgen_ty_1__bindgen_ty_1 struct {
	Source Be32
	Destination Be32
}

var _ [8]struct{} = [unsafe.Sizeof(Ipv4_header__bindgen_ty_1__bindgen_ty_1{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Ipv4_header__bindgen_ty_1__bindgen_ty_1{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Ipv4_header__bindgen_ty_1__bindgen_ty_1{}.Source)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Ipv4_header__bindgen_ty_1__bindgen_ty_1{}.Destination)]struct{}{}

type Ipv4_header__bindgen_ty_1__bindgen_ty_2 struct {
	Source Be32
	Destination Be32
}

var _ [8]struct{} = [unsafe.Sizeof(Ipv4_header__bindgen_ty_1__bindgen_ty_2{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Ipv4_header__bindgen_ty_1__bindgen_ty_2{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Ipv4_header__bindgen_ty_1__bindgen_ty_2{}.Source)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Ipv4_header__bindgen_ty_1__bindgen_ty_2{}.Destination)]struct{}{}

type Ipv4_header__bindgen_ty_1 struct {
	_ [0]uint32
	bytes [8]byte
}

func (s *Ipv4_header__bindgen_ty_1) Anon_1() *Ipv4_header__bindgen_ty_1__bindgen_ty_1 {
	return (*Ipv4_header__bindgen_ty_1__bindgen_ty_1)(unsafe.Pointer(s))
}

func (s *Ipv4_header__bindgen_ty_1) Addresses() *Ipv4_header__bindgen_ty_1__bindgen_ty_2 {
	return (*Ipv4_header__bindgen_ty_1__bindgen_ty_2)(unsafe.Pointer(s))
}

var _ [8]struct{} = [unsafe.Sizeof(Ipv4_header__bindgen_ty_1{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Ipv4_header__bindgen_ty_1{})]struct{}{}

type Ipv4_header struct {
	bits_0 [1]byte
	Service U8
	Length Be16
	Id Be16
	Fragment Be16
	Hops U8
	Protocol U8
	Checksum U16
	Anon_10 Ipv4_header__bindgen_ty_1
}

func (s *Ipv4_header) Version() uint8 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint8(word << 56 >> 60)
}

func (s *Ipv4_header) Set_version(v uint8) {
	b := &s.bits_0
	word := uint64(v) << 4
	b[0] = b[0]&^0xf0 | byte(word>>0)&0xf0
}

func (s *Ipv4_header) Words() uint8 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint8(word << 60 >> 60)
}

func (s *Ipv4_header) Set_words(v uint8) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0xf | byte(word>>0)&0xf
}

var _ [20]struct{} = [unsafe.Sizeof(Ipv4_header{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Ipv4_header{})]struct{}{}
var _ [1]struct{} = [unsafe.Offsetof(Ipv4_header{}.Service)]struct{}{}
var _ [2]struct{} = [unsafe.Offsetof(Ipv4_header{}.Length)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Ipv4_header{}.Id)]struct{}{}
var _ [6]struct{} = [unsafe.Offsetof(Ipv4_header{}.Fragment)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Ipv4_header{}.Hops)]struct{}{}
var _ [9]struct{} = [unsafe.Offsetof(Ipv4_header{}.Protocol)]struct{}{}
var _ [10]struct{} = [unsafe.Offsetof(Ipv4_header{}.Checksum)]struct{}{}
var _ [12]struct{} = [unsafe.Offsetof(Ipv4_header{}.Anon_10)]struct{}{}

type Ipv6_header struct {
	_ [0]uint32
	bits_0 [4]byte
	Length Be16
	Next U8
	Hops U8
	Source [16]U8
	Destination [16]U8
}

func (s *Ipv6_header) Version() uint32 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint32(word << 56 >> 60)
}

func (s *Ipv6_header) Set_version(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 4
	b[0] = b[0]&^0xf0 | byte(word>>0)&0xf0
}

func (s *Ipv6_header) Class_high() uint32 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint32(word << 60 >> 60)
}

func (s *Ipv6_header) Set_class_high(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0xf | byte(word>>0)&0xf
}

func (s *Ipv6_header) Class_low() uint32 {
	b := &s.bits_0
	word := uint64(b[1])
	return uint32(word << 56 >> 60)
}

func (s *Ipv6_header) Set_class_low(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 4
	b[1] = b[1]&^0xf0 | byte(word>>0)&0xf0
}

func (s *Ipv6_header) Flow_high() uint32 {
	b := &s.bits_0
	word := uint64(b[1])
	return uint32(word << 60 >> 60)
}

func (s *Ipv6_header) Set_flow_high(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[1] = b[1]&^0xf | byte(word>>0)&0xf
}

func (s *Ipv6_header) Flow_low() uint32 {
	b := &s.bits_0
	word := uint64(b[2])<<8 | uint64(b[3])
	return uint32(word << 48 >> 48)
}

func (s *Ipv6_header) Set_flow_low(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[2] = b[2]&^0xff | byte(word>>8)&0xff
	b[3] = b[3]&^0xff | byte(word>>0)&0xff
}

var _ [40]struct{} = [unsafe.Sizeof(Ipv6_header{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Ipv6_header{})]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Ipv6_header{}.Length)]struct{}{}
var _ [6]struct{} = [unsafe.Offsetof(Ipv6_header{}.Next)]struct{}{}
var _ [7]struct{} = [unsafe.Offsetof(Ipv6_header{}.Hops)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Ipv6_header{}.Source)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Ipv6_header{}.Destination)]struct{}{}

type Packet__bindgen_ty_1 struct {
	_ [0]uint32
	bytes [40]byte
}

func (s *Packet__bindgen_ty_1) V4() *Ipv4_header {
	return (*Ipv4_header)(unsafe.Pointer(s))
}

func (s *Packet__bindgen_ty_1) V6() *Ipv6_header {
	return (*Ipv6_header)(unsafe.Pointer(s))
}

var _ [40]struct{} = [unsafe.Sizeof(Packet__bindgen_ty_1{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Packet__bindgen_ty_1{})]struct{}{}

type Tcp_header struct {
	Source Be16
	Destination Be16
	Sequence Be32
	Acknowledged Be32
	bits_12 [2]byte
	Window Be16
	Checksum U16
	Urgent Be16
}

func (s *Tcp_header) Words() uint16 {
	b := &s.bits_12
	word := uint64(b[0])
	return uint16(word << 56 >> 60)
}

func (s *Tcp_header) Set_words(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 4
	b[0] = b[0]&^0xf0 | byte(word>>0)&0xf0
}

func (s *Tcp_header) Reserved() uint16 {
	b := &s.bits_12
	word := uint64(b[0])
	return uint16(word << 60 >> 61)
}

func (s *Tcp_header) Set_reserved(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 1
	b[0] = b[0]&^0xe | byte(word>>0)&0xe
}

func (s *Tcp_header) Accurate_ecn() uint16 {
	b := &s.bits_12
	word := uint64(b[0])
	return uint16(word << 63 >> 63)
}

func (s *Tcp_header) Set_accurate_ecn(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 0
	b[0] = b[0]&^0x1 | byte(word>>0)&0x1
}

func (s *Tcp_header) Cwr() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 56 >> 63)
}

func (s *Tcp_header) Set_cwr(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 7
	b[1] = b[1]&^0x80 | byte(word>>0)&0x80
}

func (s *Tcp_header) Ece() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 57 >> 63)
}

func (s *Tcp_header) Set_ece(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 6
	b[1] = b[1]&^0x40 | byte(word>>0)&0x40
}

func (s *Tcp_header) Urg() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 58 >> 63)
}

func (s *Tcp_header) Set_urg(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 5
	b[1] = b[1]&^0x20 | byte(word>>0)&0x20
}

func (s *Tcp_header) Ack() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 59 >> 63)
}

func (s *Tcp_header) Set_ack(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 4
	b[1] = b[1]&^0x10 | byte(word>>0)&0x10
}

func (s *Tcp_header) Psh() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 60 >> 63)
}

func (s *Tcp_header) Set_psh(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 3
	b[1] = b[1]&^0x8 | byte(word>>0)&0x8
}

func (s *Tcp_header) Rst() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 61 >> 63)
}

func (s *Tcp_header) Set_rst(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 2
	b[1] = b[1]&^0x4 | byte(word>>0)&0x4
}

func (s *Tcp_header) Syn() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 62 >> 63)
}

func (s *Tcp_header) Set_syn(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 1
	b[1] = b[1]&^0x2 | byte(word>>0)&0x2
}

func (s *Tcp_header) Fin() uint16 {
	b := &s.bits_12
	word := uint64(b[1])
	return uint16(word << 63 >> 63)
}

func (s *Tcp_header) Set_fin(v uint16) {
	b := &s.bits_12
	word := uint64(v) << 0
	b[1] = b[1]&^0x1 | byte(word>>0)&0x1
}

var _ [20]struct{} = [unsafe.Sizeof(Tcp_header{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Tcp_header{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Tcp_header{}.Source)]struct{}{}
var _ [2]struct{} = [unsafe.Offsetof(Tcp_header{}.Destination)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Tcp_header{}.Sequence)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Tcp_header{}.Acknowledged)]struct{}{}
var _ [14]struct{} = [unsafe.Offsetof(Tcp_header{}.Window)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Tcp_header{}.Checksum)]struct{}{}
var _ [18]struct{} = [unsafe.Offsetof(Tcp_header{}.Urgent)]struct{}{}

type Packet struct {
	Ip Packet__bindgen_ty_1
	Tcp Tcp_header
}

var _ [60]struct{} = [unsafe.Sizeof(Packet{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Packet{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Packet{}.Ip)]struct{}{}
var _ [40]struct{} = [unsafe.Offsetof(Packet{}.Tcp)]struct{}{}

// In C: struct packet packet
