// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Pointers are numbers. Padding is written out; every pattern of bytes is a value.
package types

import "unsafe"

var _ unsafe.Pointer

type Type struct {
	Fn int32
	Struct int32
}

var _ [8]struct{} = [unsafe.Sizeof(Type{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Type{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Type{}.Fn)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Type{}.Struct)]struct{}{}

type Self struct {
	Self int32
}

var _ [4]struct{} = [unsafe.Sizeof(Self{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Self{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Self{}.Self)]struct{}{}

type U32 = uint32

type Bool = uint8

type U64 = int32

type One struct {
	A int32
}

var _ [4]struct{} = [unsafe.Sizeof(One{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(One{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(One{}.A)]struct{}{}

type One___2 = int64

// In C: int one(struct type *type, struct one one, int match)

type One___3 struct {
	B int64
}

var _ [8]struct{} = [unsafe.Sizeof(One___3{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(One___3{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(One___3{}.B)]struct{}{}

type Same struct {
	Wide [2]uint64
}

var _ [16]struct{} = [unsafe.Sizeof(Same{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Same{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Same{}.Wide)]struct{}{}

type Type___2 struct {
	A int32
	A___2 int32
	X_a int32
}

var _ [12]struct{} = [unsafe.Sizeof(Type___2{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Type___2{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Type___2{}.A)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Type___2{}.A___2)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Type___2{}.X_a)]struct{}{}

type Outer__bindgen_ty_1 struct {
	_ [0]uint64
	bytes [8]byte
}

func (s *Outer__bindgen_ty_1) X() *int64 {
	return (*int64)(unsafe.Pointer(s))
}

func (s *Outer__bindgen_ty_1) Y() *uint64 {
	return (*uint64)(unsafe.Pointer(s))
}

var _ [8]struct{} = [unsafe.Sizeof(Outer__bindgen_ty_1{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Outer__bindgen_ty_1{})]struct{}{}

// Packed, which Go cannot say: fields that would be aligned are bytes with functions.
type Outer struct {
	Anon_1 [8]byte
	Named [8]byte
	bits_16 [1]byte
	Anon_5 [4]byte
	_ [3]byte
}

func (s *Outer) Get_Anon_1() (v Outer__bindgen_ty_1) {
	*(*[8]byte)(unsafe.Pointer(&v)) = s.Anon_1
	return
}

func (s *Outer) Set_Anon_1(v Outer__bindgen_ty_1) {
	s.Anon_1 = *(*[8]byte)(unsafe.Pointer(&v))
}

func (s *Outer) Get_Named() (v Outer__bindgen_ty_1) {
	*(*[8]byte)(unsafe.Pointer(&v)) = s.Named
	return
}

func (s *Outer) Set_Named(v Outer__bindgen_ty_1) {
	s.Named = *(*[8]byte)(unsafe.Pointer(&v))
}

func (s *Outer) Get_Anon_5() (v uint32) {
	*(*[4]byte)(unsafe.Pointer(&v)) = s.Anon_5
	return
}

func (s *Outer) Set_Anon_5(v uint32) {
	s.Anon_5 = *(*[4]byte)(unsafe.Pointer(&v))
}

func (s *Outer) Flag() uint32 {
	b := &s.bits_16
	word := uint64(b[0])
	return uint32(word << 61 >> 61)
}

func (s *Outer) Set_flag(v uint32) {
	b := &s.bits_16
	word := uint64(v) << 0
	b[0] = b[0]&^0x7 | byte(word>>0)&0x7
}

var _ [24]struct{} = [unsafe.Sizeof(Outer{})]struct{}{}
var _ [1]struct{} = [unsafe.Alignof(Outer{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Outer{}.Anon_1)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Outer{}.Named)]struct{}{}
var _ [17]struct{} = [unsafe.Offsetof(Outer{}.Anon_5)]struct{}{}

type Holder struct {
	Outer uint64 // struct outer *
}

var _ [8]struct{} = [unsafe.Sizeof(Holder{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Holder{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Holder{}.Outer)]struct{}{}
