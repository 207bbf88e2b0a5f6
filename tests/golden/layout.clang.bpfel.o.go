// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Pointers are numbers. Padding is written out; every pattern of bytes is a value.
package types

import "unsafe"

var _ unsafe.Pointer

type U64 = uint64

type U16 = uint16

type U32 = uint32

type Holes struct {
	A int8
	_ [7]byte
	B U64
	C U16
	_ [2]byte
	D U32
	E int8
	_ [7]byte
}

var _ [32]struct{} = [unsafe.Sizeof(Holes{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Holes{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Holes{}.A)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Holes{}.B)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Holes{}.C)]struct{}{}
var _ [20]struct{} = [unsafe.Offsetof(Holes{}.D)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Holes{}.E)]struct{}{}

// Packed, which Go cannot say: fields that would be aligned are bytes with functions.
type Packed struct {
	A int8
	B [8]byte
	C [2]byte
	D [4]byte
	E int8
}

func (s *Packed) Get_B() (v U64) {
	*(*[8]byte)(unsafe.Pointer(&v)) = s.B
	return
}

func (s *Packed) Set_B(v U64) {
	s.B = *(*[8]byte)(unsafe.Pointer(&v))
}

func (s *Packed) Get_C() (v U16) {
	*(*[2]byte)(unsafe.Pointer(&v)) = s.C
	return
}

func (s *Packed) Set_C(v U16) {
	s.C = *(*[2]byte)(unsafe.Pointer(&v))
}

func (s *Packed) Get_D() (v U32) {
	*(*[4]byte)(unsafe.Pointer(&v)) = s.D
	return
}

func (s *Packed) Set_D(v U32) {
	s.D = *(*[4]byte)(unsafe.Pointer(&v))
}

var _ [16]struct{} = [unsafe.Sizeof(Packed{})]struct{}{}
var _ [1]struct{} = [unsafe.Alignof(Packed{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Packed{}.A)]struct{}{}
var _ [1]struct{} = [unsafe.Offsetof(Packed{}.B)]struct{}{}
var _ [9]struct{} = [unsafe.Offsetof(Packed{}.C)]struct{}{}
var _ [11]struct{} = [unsafe.Offsetof(Packed{}.D)]struct{}{}
var _ [15]struct{} = [unsafe.Offsetof(Packed{}.E)]struct{}{}

type Packed_but struct {
	A int8
	_ [3]byte
	B U32
	C U16
	_ [2]byte
}

var _ [12]struct{} = [unsafe.Sizeof(Packed_but{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Packed_but{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Packed_but{}.A)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Packed_but{}.B)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Packed_but{}.C)]struct{}{}

// Its padding hints at an alignment of 64 bytes.
type Aligned struct {
	A U32
	_ [28]byte
	B U32
	_ [28]byte
}

var _ [64]struct{} = [unsafe.Sizeof(Aligned{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Aligned{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Aligned{}.A)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Aligned{}.B)]struct{}{}

type U8 = uint8

type Cache_lines struct {
	First [7]U64
	Across [16]U8
	Second [7]U64
}

var _ [128]struct{} = [unsafe.Sizeof(Cache_lines{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Cache_lines{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Cache_lines{}.First)]struct{}{}
var _ [56]struct{} = [unsafe.Offsetof(Cache_lines{}.Across)]struct{}{}
var _ [72]struct{} = [unsafe.Offsetof(Cache_lines{}.Second)]struct{}{}

type Bit_widths struct {
	_ [0]uint32
	bits_0 [68]byte
}

func (s *Bit_widths) W1() uint32 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint32(word << 63 >> 63)
}

func (s *Bit_widths) Set_w1(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0x1 | byte(word>>0)&0x1
}

func (s *Bit_widths) W31() uint32 {
	b := &s.bits_0
	word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24
	return uint32(word << 32 >> 33)
}

func (s *Bit_widths) Set_w31(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 1
	b[0] = b[0]&^0xfe | byte(word>>0)&0xfe
	b[1] = b[1]&^0xff | byte(word>>8)&0xff
	b[2] = b[2]&^0xff | byte(word>>16)&0xff
	b[3] = b[3]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W2() uint32 {
	b := &s.bits_0
	word := uint64(b[4])
	return uint32(word << 62 >> 62)
}

func (s *Bit_widths) Set_w2(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[4] = b[4]&^0x3 | byte(word>>0)&0x3
}

func (s *Bit_widths) W30() uint32 {
	b := &s.bits_0
	word := uint64(b[4]) | uint64(b[5])<<8 | uint64(b[6])<<16 | uint64(b[7])<<24
	return uint32(word << 32 >> 34)
}

func (s *Bit_widths) Set_w30(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 2
	b[4] = b[4]&^0xfc | byte(word>>0)&0xfc
	b[5] = b[5]&^0xff | byte(word>>8)&0xff
	b[6] = b[6]&^0xff | byte(word>>16)&0xff
	b[7] = b[7]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W3() uint32 {
	b := &s.bits_0
	word := uint64(b[8])
	return uint32(word << 61 >> 61)
}

func (s *Bit_widths) Set_w3(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[8] = b[8]&^0x7 | byte(word>>0)&0x7
}

func (s *Bit_widths) W29() uint32 {
	b := &s.bits_0
	word := uint64(b[8]) | uint64(b[9])<<8 | uint64(b[10])<<16 | uint64(b[11])<<24
	return uint32(word << 32 >> 35)
}

func (s *Bit_widths) Set_w29(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 3
	b[8] = b[8]&^0xf8 | byte(word>>0)&0xf8
	b[9] = b[9]&^0xff | byte(word>>8)&0xff
	b[10] = b[10]&^0xff | byte(word>>16)&0xff
	b[11] = b[11]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W4() uint32 {
	b := &s.bits_0
	word := uint64(b[12])
	return uint32(word << 60 >> 60)
}

func (s *Bit_widths) Set_w4(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[12] = b[12]&^0xf | byte(word>>0)&0xf
}

func (s *Bit_widths) W28() uint32 {
	b := &s.bits_0
	word := uint64(b[12]) | uint64(b[13])<<8 | uint64(b[14])<<16 | uint64(b[15])<<24
	return uint32(word << 32 >> 36)
}

func (s *Bit_widths) Set_w28(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 4
	b[12] = b[12]&^0xf0 | byte(word>>0)&0xf0
	b[13] = b[13]&^0xff | byte(word>>8)&0xff
	b[14] = b[14]&^0xff | byte(word>>16)&0xff
	b[15] = b[15]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W5() uint32 {
	b := &s.bits_0
	word := uint64(b[16])
	return uint32(word << 59 >> 59)
}

func (s *Bit_widths) Set_w5(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[16] = b[16]&^0x1f | byte(word>>0)&0x1f
}

func (s *Bit_widths) W27() uint32 {
	b := &s.bits_0
	word := uint64(b[16]) | uint64(b[17])<<8 | uint64(b[18])<<16 | uint64(b[19])<<24
	return uint32(word << 32 >> 37)
}

func (s *Bit_widths) Set_w27(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 5
	b[16] = b[16]&^0xe0 | byte(word>>0)&0xe0
	b[17] = b[17]&^0xff | byte(word>>8)&0xff
	b[18] = b[18]&^0xff | byte(word>>16)&0xff
	b[19] = b[19]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W6() uint32 {
	b := &s.bits_0
	word := uint64(b[20])
	return uint32(word << 58 >> 58)
}

func (s *Bit_widths) Set_w6(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[20] = b[20]&^0x3f | byte(word>>0)&0x3f
}

func (s *Bit_widths) W26() uint32 {
	b := &s.bits_0
	word := uint64(b[20]) | uint64(b[21])<<8 | uint64(b[22])<<16 | uint64(b[23])<<24
	return uint32(word << 32 >> 38)
}

func (s *Bit_widths) Set_w26(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 6
	b[20] = b[20]&^0xc0 | byte(word>>0)&0xc0
	b[21] = b[21]&^0xff | byte(word>>8)&0xff
	b[22] = b[22]&^0xff | byte(word>>16)&0xff
	b[23] = b[23]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W7() uint32 {
	b := &s.bits_0
	word := uint64(b[24])
	return uint32(word << 57 >> 57)
}

func (s *Bit_widths) Set_w7(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[24] = b[24]&^0x7f | byte(word>>0)&0x7f
}

func (s *Bit_widths) W25() uint32 {
	b := &s.bits_0
	word := uint64(b[24]) | uint64(b[25])<<8 | uint64(b[26])<<16 | uint64(b[27])<<24
	return uint32(word << 32 >> 39)
}

func (s *Bit_widths) Set_w25(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 7
	b[24] = b[24]&^0x80 | byte(word>>0)&0x80
	b[25] = b[25]&^0xff | byte(word>>8)&0xff
	b[26] = b[26]&^0xff | byte(word>>16)&0xff
	b[27] = b[27]&^0xff | byte(word>>24)&0xff
}

func (s *Bit_widths) W8() uint32 {
	b := &s.bits_0
	word := uint64(b[28])
	return uint32(word << 56 >> 56)
}

func (s *Bit_widths) Set_w8(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[28] = b[28]&^0xff | byte(word>>0)&0xff
}

func (s *Bit_widths) W24() uint32 {
	b := &s.bits_0
	word := uint64(b[29]) | uint64(b[30])<<8 | uint64(b[31])<<16
	return uint32(word << 40 >> 40)
}

func (s *Bit_widths) Set_w24(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[29] = b[29]&^0xff | byte(word>>0)&0xff
	b[30] = b[30]&^0xff | byte(word>>8)&0xff
	b[31] = b[31]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W9() uint32 {
	b := &s.bits_0
	word := uint64(b[32]) | uint64(b[33])<<8
	return uint32(word << 55 >> 55)
}

func (s *Bit_widths) Set_w9(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[32] = b[32]&^0xff | byte(word>>0)&0xff
	b[33] = b[33]&^0x1 | byte(word>>8)&0x1
}

func (s *Bit_widths) W23() uint32 {
	b := &s.bits_0
	word := uint64(b[33]) | uint64(b[34])<<8 | uint64(b[35])<<16
	return uint32(word << 40 >> 41)
}

func (s *Bit_widths) Set_w23(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 1
	b[33] = b[33]&^0xfe | byte(word>>0)&0xfe
	b[34] = b[34]&^0xff | byte(word>>8)&0xff
	b[35] = b[35]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W10() uint32 {
	b := &s.bits_0
	word := uint64(b[36]) | uint64(b[37])<<8
	return uint32(word << 54 >> 54)
}

func (s *Bit_widths) Set_w10(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[36] = b[36]&^0xff | byte(word>>0)&0xff
	b[37] = b[37]&^0x3 | byte(word>>8)&0x3
}

func (s *Bit_widths) W22() uint32 {
	b := &s.bits_0
	word := uint64(b[37]) | uint64(b[38])<<8 | uint64(b[39])<<16
	return uint32(word << 40 >> 42)
}

func (s *Bit_widths) Set_w22(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 2
	b[37] = b[37]&^0xfc | byte(word>>0)&0xfc
	b[38] = b[38]&^0xff | byte(word>>8)&0xff
	b[39] = b[39]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W11() uint32 {
	b := &s.bits_0
	word := uint64(b[40]) | uint64(b[41])<<8
	return uint32(word << 53 >> 53)
}

func (s *Bit_widths) Set_w11(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[40] = b[40]&^0xff | byte(word>>0)&0xff
	b[41] = b[41]&^0x7 | byte(word>>8)&0x7
}

func (s *Bit_widths) W21() uint32 {
	b := &s.bits_0
	word := uint64(b[41]) | uint64(b[42])<<8 | uint64(b[43])<<16
	return uint32(word << 40 >> 43)
}

func (s *Bit_widths) Set_w21(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 3
	b[41] = b[41]&^0xf8 | byte(word>>0)&0xf8
	b[42] = b[42]&^0xff | byte(word>>8)&0xff
	b[43] = b[43]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W12() uint32 {
	b := &s.bits_0
	word := uint64(b[44]) | uint64(b[45])<<8
	return uint32(word << 52 >> 52)
}

func (s *Bit_widths) Set_w12(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[44] = b[44]&^0xff | byte(word>>0)&0xff
	b[45] = b[45]&^0xf | byte(word>>8)&0xf
}

func (s *Bit_widths) W20() uint32 {
	b := &s.bits_0
	word := uint64(b[45]) | uint64(b[46])<<8 | uint64(b[47])<<16
	return uint32(word << 40 >> 44)
}

func (s *Bit_widths) Set_w20(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 4
	b[45] = b[45]&^0xf0 | byte(word>>0)&0xf0
	b[46] = b[46]&^0xff | byte(word>>8)&0xff
	b[47] = b[47]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W13() uint32 {
	b := &s.bits_0
	word := uint64(b[48]) | uint64(b[49])<<8
	return uint32(word << 51 >> 51)
}

func (s *Bit_widths) Set_w13(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[48] = b[48]&^0xff | byte(word>>0)&0xff
	b[49] = b[49]&^0x1f | byte(word>>8)&0x1f
}

func (s *Bit_widths) W19() uint32 {
	b := &s.bits_0
	word := uint64(b[49]) | uint64(b[50])<<8 | uint64(b[51])<<16
	return uint32(word << 40 >> 45)
}

func (s *Bit_widths) Set_w19(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 5
	b[49] = b[49]&^0xe0 | byte(word>>0)&0xe0
	b[50] = b[50]&^0xff | byte(word>>8)&0xff
	b[51] = b[51]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W14() uint32 {
	b := &s.bits_0
	word := uint64(b[52]) | uint64(b[53])<<8
	return uint32(word << 50 >> 50)
}

func (s *Bit_widths) Set_w14(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[52] = b[52]&^0xff | byte(word>>0)&0xff
	b[53] = b[53]&^0x3f | byte(word>>8)&0x3f
}

func (s *Bit_widths) W18() uint32 {
	b := &s.bits_0
	word := uint64(b[53]) | uint64(b[54])<<8 | uint64(b[55])<<16
	return uint32(word << 40 >> 46)
}

func (s *Bit_widths) Set_w18(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 6
	b[53] = b[53]&^0xc0 | byte(word>>0)&0xc0
	b[54] = b[54]&^0xff | byte(word>>8)&0xff
	b[55] = b[55]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W15() uint32 {
	b := &s.bits_0
	word := uint64(b[56]) | uint64(b[57])<<8
	return uint32(word << 49 >> 49)
}

func (s *Bit_widths) Set_w15(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[56] = b[56]&^0xff | byte(word>>0)&0xff
	b[57] = b[57]&^0x7f | byte(word>>8)&0x7f
}

func (s *Bit_widths) W17() uint32 {
	b := &s.bits_0
	word := uint64(b[57]) | uint64(b[58])<<8 | uint64(b[59])<<16
	return uint32(word << 40 >> 47)
}

func (s *Bit_widths) Set_w17(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 7
	b[57] = b[57]&^0x80 | byte(word>>0)&0x80
	b[58] = b[58]&^0xff | byte(word>>8)&0xff
	b[59] = b[59]&^0xff | byte(word>>16)&0xff
}

func (s *Bit_widths) W16() uint32 {
	b := &s.bits_0
	word := uint64(b[60]) | uint64(b[61])<<8
	return uint32(word << 48 >> 48)
}

func (s *Bit_widths) Set_w16(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[60] = b[60]&^0xff | byte(word>>0)&0xff
	b[61] = b[61]&^0xff | byte(word>>8)&0xff
}

func (s *Bit_widths) W16_again() uint32 {
	b := &s.bits_0
	word := uint64(b[62]) | uint64(b[63])<<8
	return uint32(word << 48 >> 48)
}

func (s *Bit_widths) Set_w16_again(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[62] = b[62]&^0xff | byte(word>>0)&0xff
	b[63] = b[63]&^0xff | byte(word>>8)&0xff
}

func (s *Bit_widths) W32() uint32 {
	b := &s.bits_0
	word := uint64(b[64]) | uint64(b[65])<<8 | uint64(b[66])<<16 | uint64(b[67])<<24
	return uint32(word << 32 >> 32)
}

func (s *Bit_widths) Set_w32(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[64] = b[64]&^0xff | byte(word>>0)&0xff
	b[65] = b[65]&^0xff | byte(word>>8)&0xff
	b[66] = b[66]&^0xff | byte(word>>16)&0xff
	b[67] = b[67]&^0xff | byte(word>>24)&0xff
}

var _ [68]struct{} = [unsafe.Sizeof(Bit_widths{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Bit_widths{})]struct{}{}

type Bit_crossing struct {
	_ [0]uint64
	bits_0 [8]byte
	Tail U8
	_ [7]byte
}

func (s *Bit_crossing) Low() uint64 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint64(word << 61 >> 61)
}

func (s *Bit_crossing) Set_low(v uint64) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0x7 | byte(word>>0)&0x7
}

func (s *Bit_crossing) Middle() uint64 {
	b := &s.bits_0
	word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
	return uint64(word << 3 >> 6)
}

func (s *Bit_crossing) Set_middle(v uint64) {
	b := &s.bits_0
	word := uint64(v) << 3
	b[0] = b[0]&^0xf8 | byte(word>>0)&0xf8
	b[1] = b[1]&^0xff | byte(word>>8)&0xff
	b[2] = b[2]&^0xff | byte(word>>16)&0xff
	b[3] = b[3]&^0xff | byte(word>>24)&0xff
	b[4] = b[4]&^0xff | byte(word>>32)&0xff
	b[5] = b[5]&^0xff | byte(word>>40)&0xff
	b[6] = b[6]&^0xff | byte(word>>48)&0xff
	b[7] = b[7]&^0x1f | byte(word>>56)&0x1f
}

func (s *Bit_crossing) High() uint64 {
	b := &s.bits_0
	word := uint64(b[7])
	return uint64(word << 56 >> 61)
}

func (s *Bit_crossing) Set_high(v uint64) {
	b := &s.bits_0
	word := uint64(v) << 5
	b[7] = b[7]&^0xe0 | byte(word>>0)&0xe0
}

var _ [16]struct{} = [unsafe.Sizeof(Bit_crossing{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Bit_crossing{})]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Bit_crossing{}.Tail)]struct{}{}

type S32 = int32

type Bit_color uint32

const (
	BIT_RED Bit_color = 0
	BIT_GREEN Bit_color = 1
	BIT_BLUE Bit_color = 2
)

type Bit_signed int32

const (
	BIT_MINUS Bit_signed = -1
	BIT_ZERO Bit_signed = 0
)

type S8 = int8

type S64 = int64

type Bit_types struct {
	_ [0]uint64
	bits_0 [4]byte
	_ [4]byte
	bits_8 [5]byte
	_ [3]byte
}

func (s *Bit_types) Negative() int32 {
	b := &s.bits_0
	word := uint64(b[0])
	return int32(int64(word<<59) >> 59)
}

func (s *Bit_types) Set_negative(v int32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0x1f | byte(word>>0)&0x1f
}

func (s *Bit_types) Positive() uint32 {
	b := &s.bits_0
	word := uint64(b[0]) | uint64(b[1])<<8
	return uint32(word << 54 >> 59)
}

func (s *Bit_types) Set_positive(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 5
	b[0] = b[0]&^0xe0 | byte(word>>0)&0xe0
	b[1] = b[1]&^0x3 | byte(word>>8)&0x3
}

func (s *Bit_types) Yes() uint8 {
	b := &s.bits_0
	word := uint64(b[1])
	return uint8(word << 61 >> 63)
}

func (s *Bit_types) Set_yes(v uint8) {
	b := &s.bits_0
	word := uint64(v) << 2
	b[1] = b[1]&^0x4 | byte(word>>0)&0x4
}

func (s *Bit_types) Color() Bit_color {
	b := &s.bits_0
	word := uint64(b[1])
	return Bit_color(word << 59 >> 62)
}

func (s *Bit_types) Set_color(v Bit_color) {
	b := &s.bits_0
	word := uint64(v) << 3
	b[1] = b[1]&^0x18 | byte(word>>0)&0x18
}

func (s *Bit_types) Sign() Bit_signed {
	b := &s.bits_0
	word := uint64(b[1])
	return Bit_signed(int64(word<<57) >> 62)
}

func (s *Bit_types) Set_sign(v Bit_signed) {
	b := &s.bits_0
	word := uint64(v) << 5
	b[1] = b[1]&^0x60 | byte(word>>0)&0x60
}

func (s *Bit_types) Small() int8 {
	b := &s.bits_0
	word := uint64(b[2])
	return int8(int64(word<<57) >> 57)
}

func (s *Bit_types) Set_small(v int8) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[2] = b[2]&^0x7f | byte(word>>0)&0x7f
}

func (s *Bit_types) Half() uint16 {
	b := &s.bits_0
	word := uint64(b[2]) | uint64(b[3])<<8
	return uint16(word << 48 >> 55)
}

func (s *Bit_types) Set_half(v uint16) {
	b := &s.bits_0
	word := uint64(v) << 7
	b[2] = b[2]&^0x80 | byte(word>>0)&0x80
	b[3] = b[3]&^0xff | byte(word>>8)&0xff
}

func (s *Bit_types) Wide() int64 {
	b := &s.bits_8
	word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32
	return int64(int64(word<<31) >> 31)
}

func (s *Bit_types) Set_wide(v int64) {
	b := &s.bits_8
	word := uint64(v) << 0
	b[0] = b[0]&^0xff | byte(word>>0)&0xff
	b[1] = b[1]&^0xff | byte(word>>8)&0xff
	b[2] = b[2]&^0xff | byte(word>>16)&0xff
	b[3] = b[3]&^0xff | byte(word>>24)&0xff
	b[4] = b[4]&^0x1 | byte(word>>32)&0x1
}

func (s *Bit_types) Fixed() uint32 {
	b := &s.bits_8
	word := uint64(b[4])
	return uint32(word << 59 >> 60)
}

func (s *Bit_types) Set_fixed(v uint32) {
	b := &s.bits_8
	word := uint64(v) << 1
	b[4] = b[4]&^0x1e | byte(word>>0)&0x1e
}

var _ [16]struct{} = [unsafe.Sizeof(Bit_types{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Bit_types{})]struct{}{}

type Bit_holes struct {
	_ [0]uint32
	bits_0 [1]byte
	_ [3]byte
	bits_4 [2]byte
	D U8
	bits_7 [1]byte
}

func (s *Bit_holes) A() uint32 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint32(word << 61 >> 61)
}

func (s *Bit_holes) Set_a(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0x7 | byte(word>>0)&0x7
}

func (s *Bit_holes) B() uint32 {
	b := &s.bits_4
	word := uint64(b[0])
	return uint32(word << 59 >> 59)
}

func (s *Bit_holes) Set_b(v uint32) {
	b := &s.bits_4
	word := uint64(v) << 0
	b[0] = b[0]&^0x1f | byte(word>>0)&0x1f
}

func (s *Bit_holes) C() uint32 {
	b := &s.bits_4
	word := uint64(b[1])
	return uint32(word << 59 >> 63)
}

func (s *Bit_holes) Set_c(v uint32) {
	b := &s.bits_4
	word := uint64(v) << 4
	b[1] = b[1]&^0x10 | byte(word>>0)&0x10
}

func (s *Bit_holes) E() uint16 {
	b := &s.bits_7
	word := uint64(b[0])
	return uint16(word << 60 >> 60)
}

func (s *Bit_holes) Set_e(v uint16) {
	b := &s.bits_7
	word := uint64(v) << 0
	b[0] = b[0]&^0xf | byte(word>>0)&0xf
}

var _ [8]struct{} = [unsafe.Sizeof(Bit_holes{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Bit_holes{})]struct{}{}
var _ [6]struct{} = [unsafe.Offsetof(Bit_holes{}.D)]struct{}{}

type Bit_packed struct {
	bits_0 [14]byte
}

func (s *Bit_packed) A() uint8 {
	b := &s.bits_0
	word := uint64(b[0])
	return uint8(word << 61 >> 61)
}

func (s *Bit_packed) Set_a(v uint8) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0x7 | byte(word>>0)&0x7
}

func (s *Bit_packed) B() uint32 {
	b := &s.bits_0
	word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32
	return uint32(word << 31 >> 34)
}

func (s *Bit_packed) Set_b(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 3
	b[0] = b[0]&^0xf8 | byte(word>>0)&0xf8
	b[1] = b[1]&^0xff | byte(word>>8)&0xff
	b[2] = b[2]&^0xff | byte(word>>16)&0xff
	b[3] = b[3]&^0xff | byte(word>>24)&0xff
	b[4] = b[4]&^0x1 | byte(word>>32)&0x1
}

func (s *Bit_packed) C() uint16 {
	b := &s.bits_0
	word := uint64(b[4]) | uint64(b[5])<<8
	return uint16(word << 48 >> 49)
}

func (s *Bit_packed) Set_c(v uint16) {
	b := &s.bits_0
	word := uint64(v) << 1
	b[4] = b[4]&^0xfe | byte(word>>0)&0xfe
	b[5] = b[5]&^0xff | byte(word>>8)&0xff
}

func (s *Bit_packed) D() uint64 {
	b := &s.bits_0
	word := uint64(b[6]) | uint64(b[7])<<8 | uint64(b[8])<<16 | uint64(b[9])<<24 | uint64(b[10])<<32 | uint64(b[11])<<40 | uint64(b[12])<<48 | uint64(b[13])<<56
	return uint64(word << 0 >> 0)
}

func (s *Bit_packed) Set_d(v uint64) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[6] = b[6]&^0xff | byte(word>>0)&0xff
	b[7] = b[7]&^0xff | byte(word>>8)&0xff
	b[8] = b[8]&^0xff | byte(word>>16)&0xff
	b[9] = b[9]&^0xff | byte(word>>24)&0xff
	b[10] = b[10]&^0xff | byte(word>>32)&0xff
	b[11] = b[11]&^0xff | byte(word>>40)&0xff
	b[12] = b[12]&^0xff | byte(word>>48)&0xff
	b[13] = b[13]&^0xff | byte(word>>56)&0xff
}

var _ [14]struct{} = [unsafe.Sizeof(Bit_packed{})]struct{}{}
var _ [1]struct{} = [unsafe.Alignof(Bit_packed{})]struct{}{}

type Bit_after_plain struct {
	_ [0]uint32
	Plain U8
	bits_1 [3]byte
	After U8
	_ [3]byte
}

func (s *Bit_after_plain) Low() uint32 {
	b := &s.bits_1
	word := uint64(b[0])
	return uint32(word << 60 >> 60)
}

func (s *Bit_after_plain) Set_low(v uint32) {
	b := &s.bits_1
	word := uint64(v) << 0
	b[0] = b[0]&^0xf | byte(word>>0)&0xf
}

func (s *Bit_after_plain) High() uint32 {
	b := &s.bits_1
	word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16
	return uint32(word << 40 >> 44)
}

func (s *Bit_after_plain) Set_high(v uint32) {
	b := &s.bits_1
	word := uint64(v) << 4
	b[0] = b[0]&^0xf0 | byte(word>>0)&0xf0
	b[1] = b[1]&^0xff | byte(word>>8)&0xff
	b[2] = b[2]&^0xff | byte(word>>16)&0xff
}

var _ [8]struct{} = [unsafe.Sizeof(Bit_after_plain{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Bit_after_plain{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Bit_after_plain{}.Plain)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Bit_after_plain{}.After)]struct{}{}

type Word__bindgen_ty_1 struct {
	_ [0]uint32
	bits_0 [4]byte
}

func (s *Word__bindgen_ty_1) Low() uint32 {
	b := &s.bits_0
	word := uint64(b[0]) | uint64(b[1])<<8
	return uint32(word << 52 >> 52)
}

func (s *Word__bindgen_ty_1) Set_low(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 0
	b[0] = b[0]&^0xff | byte(word>>0)&0xff
	b[1] = b[1]&^0xf | byte(word>>8)&0xf
}

func (s *Word__bindgen_ty_1) High() uint32 {
	b := &s.bits_0
	word := uint64(b[1]) | uint64(b[2])<<8 | uint64(b[3])<<16
	return uint32(word << 40 >> 44)
}

func (s *Word__bindgen_ty_1) Set_high(v uint32) {
	b := &s.bits_0
	word := uint64(v) << 4
	b[1] = b[1]&^0xf0 | byte(word>>0)&0xf0
	b[2] = b[2]&^0xff | byte(word>>8)&0xff
	b[3] = b[3]&^0xff | byte(word>>16)&0xff
}

var _ [4]struct{} = [unsafe.Sizeof(Word__bindgen_ty_1{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Word__bindgen_ty_1{})]struct{}{}

type Word struct {
	_ [0]uint32
	bytes [4]byte
}

func (s *Word) Whole() *U32 {
	return (*U32)(unsafe.Pointer(s))
}

func (s *Word) Half() *[2]U16 {
	return (*[2]U16)(unsafe.Pointer(s))
}

func (s *Word) Byte() *[4]U8 {
	return (*[4]U8)(unsafe.Pointer(s))
}

func (s *Word) Parts() *Word__bindgen_ty_1 {
	return (*Word__bindgen_ty_1)(unsafe.Pointer(s))
}

func (s *Word) Bits() uint32 {
	b := &s.bytes
	word := uint64(b[0]) | uint64(b[1])<<8
	return uint32(word << 55 >> 55)
}

func (s *Word) Set_bits(v uint32) {
	b := &s.bytes
	word := uint64(v) << 0
	b[0] = b[0]&^0xff | byte(word>>0)&0xff
	b[1] = b[1]&^0x1 | byte(word>>8)&0x1
}

var _ [4]struct{} = [unsafe.Sizeof(Word{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Word{})]struct{}{}

type Nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1 struct {
	_ [0]uint16
	bytes [2]byte
}

func (s *Nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1) One() *U8 {
	return (*U8)(unsafe.Pointer(s))
}

func (s *Nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1) Right() *U16 {
	return (*U16)(unsafe.Pointer(s))
}

var _ [2]struct{} = [unsafe.Sizeof(Nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1{})]struct{}{}
var _ [2]struct{} = [unsafe.Alignof(Nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1{})]struct{}{}

type Nested__bindgen_ty_1__bindgen_ty_1 struct {
	Left U16
	Anon_2 Nested__bindgen_ty_1__bindgen_ty_1__bindgen_ty_1
}

var _ [4]struct{} = [unsafe.Sizeof(Nested__bindgen_ty_1__bindgen_ty_1{})]struct{}{}
var _ [2]struct{} = [unsafe.Alignof(Nested__bindgen_ty_1__bindgen_ty_1{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Nested__bindgen_ty_1__bindgen_ty_1{}.Left)]struct{}{}
var _ [2]struct{} = [unsafe.Offsetof(Nested__bindgen_ty_1__bindgen_ty_1{}.Anon_2)]struct{}{}

type Nested__bindgen_ty_1__bindgen_ty_2 struct {
	Far_away U64
}

var _ [8]struct{} = [unsafe.Sizeof(Nested__bindgen_ty_1__bindgen_ty_2{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Nested__bindgen_ty_1__bindgen_ty_2{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Nested__bindgen_ty_1__bindgen_ty_2{}.Far_away)]struct{}{}

type Nested__bindgen_ty_1 struct {
	_ [0]uint64
	bytes [8]byte
}

func (s *Nested__bindgen_ty_1) Anon_1() *Nested__bindgen_ty_1__bindgen_ty_1 {
	return (*Nested__bindgen_ty_1__bindgen_ty_1)(unsafe.Pointer(s))
}

func (s *Nested__bindgen_ty_1) Both() *U32 {
	return (*U32)(unsafe.Pointer(s))
}

func (s *Nested__bindgen_ty_1) Named() *Nested__bindgen_ty_1__bindgen_ty_2 {
	return (*Nested__bindgen_ty_1__bindgen_ty_2)(unsafe.Pointer(s))
}

var _ [8]struct{} = [unsafe.Sizeof(Nested__bindgen_ty_1{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Nested__bindgen_ty_1{})]struct{}{}

type Nested__bindgen_ty_2 struct {
	Inner U8
}

var _ [1]struct{} = [unsafe.Sizeof(Nested__bindgen_ty_2{})]struct{}{}
var _ [1]struct{} = [unsafe.Alignof(Nested__bindgen_ty_2{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Nested__bindgen_ty_2{}.Inner)]struct{}{}

type Nested struct {
	Tag U32
	_ [4]byte
	Anon_2 Nested__bindgen_ty_1
	Anon_3 Nested__bindgen_ty_2
	_ [3]byte
	Last U32
}

var _ [24]struct{} = [unsafe.Sizeof(Nested{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Nested{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Nested{}.Tag)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Nested{}.Anon_2)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Nested{}.Anon_3)]struct{}{}
var _ [20]struct{} = [unsafe.Offsetof(Nested{}.Last)]struct{}{}

type Flexible struct {
	Count U32
}

func (s *Flexible) Items() *U16 {
	return (*U16)(unsafe.Add(unsafe.Pointer(s), 4))
}

var _ [4]struct{} = [unsafe.Sizeof(Flexible{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Flexible{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Flexible{}.Count)]struct{}{}

type Zero_array struct {
	_ [0]uint64
	Count U32
	_ [4]byte
	After U32
	_ [4]byte
}

func (s *Zero_array) Nothing() *[0]U64 {
	return (*[0]U64)(unsafe.Add(unsafe.Pointer(s), 8))
}

var _ [16]struct{} = [unsafe.Sizeof(Zero_array{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Zero_array{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Zero_array{}.Count)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Zero_array{}.After)]struct{}{}

type Flexible_in_union__bindgen_ty_1 struct {
	_ [0]uint32
	bytes [0]byte
}

func (s *Flexible_in_union__bindgen_ty_1) As_words() *[0]U32 {
	return (*[0]U32)(unsafe.Pointer(s))
}

func (s *Flexible_in_union__bindgen_ty_1) As_bytes() *[0]U8 {
	return (*[0]U8)(unsafe.Pointer(s))
}

var _ [0]struct{} = [unsafe.Sizeof(Flexible_in_union__bindgen_ty_1{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Flexible_in_union__bindgen_ty_1{})]struct{}{}

type Flexible_in_union struct {
	Kind U32
}

func (s *Flexible_in_union) Anon_2() *Flexible_in_union__bindgen_ty_1 {
	return (*Flexible_in_union__bindgen_ty_1)(unsafe.Add(unsafe.Pointer(s), 4))
}

var _ [4]struct{} = [unsafe.Sizeof(Flexible_in_union{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Flexible_in_union{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Flexible_in_union{}.Kind)]struct{}{}

type Nothing struct {
}

var _ [0]struct{} = [unsafe.Sizeof(Nothing{})]struct{}{}
var _ [1]struct{} = [unsafe.Alignof(Nothing{})]struct{}{}

type Around_nothing struct {
	Before U32
	After U32
}

func (s *Around_nothing) None() *Nothing {
	return (*Nothing)(unsafe.Add(unsafe.Pointer(s), 4))
}

func (s *Around_nothing) Many() *[3]Nothing {
	return (*[3]Nothing)(unsafe.Add(unsafe.Pointer(s), 4))
}

var _ [8]struct{} = [unsafe.Sizeof(Around_nothing{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Around_nothing{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Around_nothing{}.Before)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Around_nothing{}.After)]struct{}{}

type Wide_ints struct {
	Tag U8
	_ [15]byte
	Value [2]uint64
}

var _ [32]struct{} = [unsafe.Sizeof(Wide_ints{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Wide_ints{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Wide_ints{}.Tag)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Wide_ints{}.Value)]struct{}{}

type List_head struct {
	Next uint64 // struct list_head *
	Prev uint64 // struct list_head *
}

var _ [16]struct{} = [unsafe.Sizeof(List_head{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(List_head{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(List_head{}.Next)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(List_head{}.Prev)]struct{}{}

type Parent struct {
	Children List_head
	Eldest uint64 // struct child *
	Grand uint64 // const struct parent *
}

var _ [32]struct{} = [unsafe.Sizeof(Parent{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Parent{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Parent{}.Children)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Parent{}.Eldest)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Parent{}.Grand)]struct{}{}

type Child struct {
	Siblings List_head
	Parent uint64 // struct parent *
}

var _ [24]struct{} = [unsafe.Sizeof(Child{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Child{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Child{}.Siblings)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Child{}.Parent)]struct{}{}

type Handler struct {
	Run uint64 // int (*)(struct handler *, void *, u32)
	Done uint64 // void (*)(void)
	State U8
	_ [7]byte
}

var _ [24]struct{} = [unsafe.Sizeof(Handler{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Handler{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Handler{}.Run)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Handler{}.Done)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Handler{}.State)]struct{}{}

type Outer struct {
	Inner Holes
	After U8
	Tight Packed
	_ [7]byte
	Array [2]Holes
}

var _ [120]struct{} = [unsafe.Sizeof(Outer{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Outer{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Outer{}.Inner)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Outer{}.After)]struct{}{}
var _ [33]struct{} = [unsafe.Offsetof(Outer{}.Tight)]struct{}{}
var _ [56]struct{} = [unsafe.Offsetof(Outer{}.Array)]struct{}{}

type Layouts struct {
	_ [0]uint64
	bytes [128]byte
}

func (s *Layouts) Holes() *Holes {
	return (*Holes)(unsafe.Pointer(s))
}

func (s *Layouts) Packed() *Packed {
	return (*Packed)(unsafe.Pointer(s))
}

func (s *Layouts) Packed_but() *Packed_but {
	return (*Packed_but)(unsafe.Pointer(s))
}

func (s *Layouts) Aligned() *Aligned {
	return (*Aligned)(unsafe.Pointer(s))
}

func (s *Layouts) Cache_lines() *Cache_lines {
	return (*Cache_lines)(unsafe.Pointer(s))
}

func (s *Layouts) Bit_widths() *Bit_widths {
	return (*Bit_widths)(unsafe.Pointer(s))
}

func (s *Layouts) Bit_crossing() *Bit_crossing {
	return (*Bit_crossing)(unsafe.Pointer(s))
}

func (s *Layouts) Bit_types() *Bit_types {
	return (*Bit_types)(unsafe.Pointer(s))
}

func (s *Layouts) Bit_holes() *Bit_holes {
	return (*Bit_holes)(unsafe.Pointer(s))
}

func (s *Layouts) Bit_packed() *Bit_packed {
	return (*Bit_packed)(unsafe.Pointer(s))
}

func (s *Layouts) Bit_after_plain() *Bit_after_plain {
	return (*Bit_after_plain)(unsafe.Pointer(s))
}

func (s *Layouts) Word() *Word {
	return (*Word)(unsafe.Pointer(s))
}

func (s *Layouts) Nested() *Nested {
	return (*Nested)(unsafe.Pointer(s))
}

func (s *Layouts) Flexible() *Flexible {
	return (*Flexible)(unsafe.Pointer(s))
}

func (s *Layouts) Zero_array() *Zero_array {
	return (*Zero_array)(unsafe.Pointer(s))
}

func (s *Layouts) Flexible_in_union() *Flexible_in_union {
	return (*Flexible_in_union)(unsafe.Pointer(s))
}

func (s *Layouts) Nothing() *Nothing {
	return (*Nothing)(unsafe.Pointer(s))
}

func (s *Layouts) Around_nothing() *Around_nothing {
	return (*Around_nothing)(unsafe.Pointer(s))
}

func (s *Layouts) Wide_ints() *Wide_ints {
	return (*Wide_ints)(unsafe.Pointer(s))
}

func (s *Layouts) Parent() *Parent {
	return (*Parent)(unsafe.Pointer(s))
}

func (s *Layouts) Child() *Child {
	return (*Child)(unsafe.Pointer(s))
}

func (s *Layouts) Handler() *Handler {
	return (*Handler)(unsafe.Pointer(s))
}

func (s *Layouts) Outer() *Outer {
	return (*Outer)(unsafe.Pointer(s))
}

var _ [128]struct{} = [unsafe.Sizeof(Layouts{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Layouts{})]struct{}{}

// In C: union layouts layouts
