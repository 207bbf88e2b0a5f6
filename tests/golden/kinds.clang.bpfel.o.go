// Made from BTF by btfscope: a little-endian machine with pointers of 8 bytes.
// Pointers are numbers. Padding is written out; every pattern of bytes is a value.
package types

import "unsafe"

var _ unsafe.Pointer

type Word_t = uint32

type Counter_t = Word_t

type Statistic_t = Counter_t

type Statistics struct {
	Packets Statistic_t
	Bytes Statistic_t
}

var _ [8]struct{} = [unsafe.Sizeof(Statistics{})]struct{}{}
var _ [4]struct{} = [unsafe.Alignof(Statistics{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Statistics{}.Packets)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Statistics{}.Bytes)]struct{}{}

// In C: int entry(int count, statistics *stats)

// In C: int outside(int)

// In C: int inside(int count, statistics *stats)

type Floats struct {
	F32 float32
	_ [4]byte
	F64 float64
}

var _ [16]struct{} = [unsafe.Sizeof(Floats{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Floats{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Floats{}.F32)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Floats{}.F64)]struct{}{}

// In C: struct floats all_floats

// In C: int initialised

// In C: const int constant

// In C: const char terms[18]

// In C: int elsewhere

type Ints struct {
	Plain_char int8
	Signed_char int8
	Unsigned_char uint8
	Boolean uint8
	S16 int16
	U16 uint16
	S32 int32
	U32 uint32
	S_long int64
	U_long uint64
	S64 int64
	U64 uint64
	S128 [2]uint64
	U128 [2]uint64
}

var _ [80]struct{} = [unsafe.Sizeof(Ints{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Ints{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Ints{}.Plain_char)]struct{}{}
var _ [1]struct{} = [unsafe.Offsetof(Ints{}.Signed_char)]struct{}{}
var _ [2]struct{} = [unsafe.Offsetof(Ints{}.Unsigned_char)]struct{}{}
var _ [3]struct{} = [unsafe.Offsetof(Ints{}.Boolean)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Ints{}.S16)]struct{}{}
var _ [6]struct{} = [unsafe.Offsetof(Ints{}.U16)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Ints{}.S32)]struct{}{}
var _ [12]struct{} = [unsafe.Offsetof(Ints{}.U32)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Ints{}.S_long)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Ints{}.U_long)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Ints{}.S64)]struct{}{}
var _ [40]struct{} = [unsafe.Offsetof(Ints{}.U64)]struct{}{}
var _ [48]struct{} = [unsafe.Offsetof(Ints{}.S128)]struct{}{}
var _ [64]struct{} = [unsafe.Offsetof(Ints{}.U128)]struct{}{}

// In C: struct ints all_ints

type Color uint32

const (
	COLOR_RED Color = 0
	COLOR_GREEN Color = 5
	COLOR_BLUE Color = 6
)

type Verdict int32

const (
	VERDICT_ERROR Verdict = -1
	VERDICT_PASS Verdict = 0
	VERDICT_LOWEST Verdict = -2147483648
)

type Tiny uint8

const (
	TINY_NO Tiny = 0
	TINY_YES Tiny = 255
)

type Top_bit uint32

const (
	TOP_BIT_CLEAR Top_bit = 0
	TOP_BIT_SET Top_bit = 2147483648
)

type Big uint64

const (
	BIG_ZERO Big = 0
	BIG_BIT_40 Big = 1099511627776
	BIG_MAX Big = 18446744073709551615
)

type Big_signed int64

const (
	BIG_SIGNED_MIN Big_signed = -9223372036854775808
	BIG_SIGNED_ONE Big_signed = 1
)

type Enums__bindgen_ty_1 uint32

const (
	INNER_A Enums__bindgen_ty_1 = 0
	INNER_B Enums__bindgen_ty_1 = 1
)

type Enums struct {
	Color Color
	Verdict Verdict
	Tiny Tiny
	_ [3]byte
	Top_bit Top_bit
	Big Big
	Big_signed Big_signed
	Anonymous Enums__bindgen_ty_1
	_ [4]byte
}

var _ [40]struct{} = [unsafe.Sizeof(Enums{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Enums{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Enums{}.Color)]struct{}{}
var _ [4]struct{} = [unsafe.Offsetof(Enums{}.Verdict)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Enums{}.Tiny)]struct{}{}
var _ [12]struct{} = [unsafe.Offsetof(Enums{}.Top_bit)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Enums{}.Big)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Enums{}.Big_signed)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Enums{}.Anonymous)]struct{}{}

// In C: struct enums all_enums

type Pointers struct {
	Any uint64 // void *
	Any_const uint64 // const void *
	Text uint64 // const char *
	Fixed uint64 // char *
	Device uint64 // volatile int *
	Status uint64 // volatile const unsigned int *
	Alone uint64 // int *
	Twice uint64 // int **
	Names uint64 // const char * const *
	Opaque uint64 // struct never_defined *
	Opaque_union uint64 // union never_defined_either *
	Self uint64 // struct pointers *
	Grid uint64 // grid_t *
	Row uint64 // int (*)[4]
}

var _ [112]struct{} = [unsafe.Sizeof(Pointers{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Pointers{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Pointers{}.Any)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Pointers{}.Any_const)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Pointers{}.Text)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Pointers{}.Fixed)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Pointers{}.Device)]struct{}{}
var _ [40]struct{} = [unsafe.Offsetof(Pointers{}.Status)]struct{}{}
var _ [48]struct{} = [unsafe.Offsetof(Pointers{}.Alone)]struct{}{}
var _ [56]struct{} = [unsafe.Offsetof(Pointers{}.Twice)]struct{}{}
var _ [64]struct{} = [unsafe.Offsetof(Pointers{}.Names)]struct{}{}
var _ [72]struct{} = [unsafe.Offsetof(Pointers{}.Opaque)]struct{}{}
var _ [80]struct{} = [unsafe.Offsetof(Pointers{}.Opaque_union)]struct{}{}
var _ [88]struct{} = [unsafe.Offsetof(Pointers{}.Self)]struct{}{}
var _ [96]struct{} = [unsafe.Offsetof(Pointers{}.Grid)]struct{}{}
var _ [104]struct{} = [unsafe.Offsetof(Pointers{}.Row)]struct{}{}

type Grid_t = [3][4]int32

// In C: struct pointers *all_pointers

type Arrays struct {
	One [8]int32
	Two [3][4]int32
	Three [2][3][5]int8
	_ [2]byte
	Pointers [4]uint64 // char *
	Each_cpu [2]Statistics
	Grid Grid_t
}

var _ [208]struct{} = [unsafe.Sizeof(Arrays{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Arrays{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Arrays{}.One)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Arrays{}.Two)]struct{}{}
var _ [80]struct{} = [unsafe.Offsetof(Arrays{}.Three)]struct{}{}
var _ [112]struct{} = [unsafe.Offsetof(Arrays{}.Pointers)]struct{}{}
var _ [144]struct{} = [unsafe.Offsetof(Arrays{}.Each_cpu)]struct{}{}
var _ [160]struct{} = [unsafe.Offsetof(Arrays{}.Grid)]struct{}{}

// In C: struct arrays all_arrays

type Either struct {
	_ [0]uint64
	bytes [8]byte
}

func (s *Either) Number() *uint64 {
	return (*uint64)(unsafe.Pointer(s))
}

func (s *Either) Pointer() *uint64 {
	return (*uint64)(unsafe.Pointer(s))
}

func (s *Either) Floats() *uint64 {
	return (*uint64)(unsafe.Pointer(s))
}

var _ [8]struct{} = [unsafe.Sizeof(Either{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Either{})]struct{}{}

// In C: union either all_either

type Callback_t = uint64 // int (*)(void *, const char *, ...)

type Operations struct {
	Open uint64 // int (*)(struct operations *, int)
	Close uint64 // void (*)(void)
	Callback Callback_t
	Find uint64 // void * (*)(const char *, int (*)(const void *, const void *))
	Table [3]uint64 // int (*)(int)
	Maker uint64 // int (* (*)(int))(long)
}

var _ [64]struct{} = [unsafe.Sizeof(Operations{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Operations{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Operations{}.Open)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Operations{}.Close)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Operations{}.Callback)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Operations{}.Find)]struct{}{}
var _ [32]struct{} = [unsafe.Offsetof(Operations{}.Table)]struct{}{}
var _ [56]struct{} = [unsafe.Offsetof(Operations{}.Maker)]struct{}{}

// In C: struct operations all_operations

type Tagged struct {
	User_pointer uint64 // int __attribute__((btf_type_tag("user"))) *
	Both uint64 // struct ints __attribute__((btf_type_tag("rcu"))) __attribute__((btf_type_tag("checked"))) *
	Percpu_text uint64 // const char __attribute__((btf_type_tag("percpu"))) *
	Counted int32
	Total int32
}

var _ [32]struct{} = [unsafe.Sizeof(Tagged{})]struct{}{}
var _ [8]struct{} = [unsafe.Alignof(Tagged{})]struct{}{}
var _ [0]struct{} = [unsafe.Offsetof(Tagged{}.User_pointer)]struct{}{}
var _ [8]struct{} = [unsafe.Offsetof(Tagged{}.Both)]struct{}{}
var _ [16]struct{} = [unsafe.Offsetof(Tagged{}.Percpu_text)]struct{}{}
var _ [24]struct{} = [unsafe.Offsetof(Tagged{}.Counted)]struct{}{}
var _ [28]struct{} = [unsafe.Offsetof(Tagged{}.Total)]struct{}{}

type Tagged_t = Tagged

// In C: tagged_t all_tagged

// In C: volatile int hidden
