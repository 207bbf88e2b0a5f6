	.section	.BTF,"",@progbits
	.short	60319                           # 0xeb9f magic
	.byte	1                               # version
	.byte	0                               # flags
	.long	24                              # hdr_len
	.long	0                               # type_off
	.long	460                             # type_len
	.long	460                             # str_off
	.long	167                             # str_len
	.long	1                               # BTF_KIND_INT(id = 1) name_off: unsigned long
	.long	16777216                        # 0x1000000 info: kind 1, vlen 0
	.long	8                               # size
	.long	64                              # 0x40 int data: encoding 0, offset 0, bits 64
	.long	0                               # BTF_KIND_PTR(id = 2) name_off: (anon)
	.long	33554432                        # 0x2000000 info: kind 2, vlen 0
	.long	4                               # type: STRUCT 'box'
	.long	0                               # BTF_KIND_ARRAY(id = 3) name_off: (anon)
	.long	50331648                        # 0x3000000 info: kind 3, vlen 0
	.long	0                               # unused
	.long	1                               # type: INT 'unsigned long'
	.long	20                              # index_type: INT 'int'
	.long	6                               # nelems
	.long	15                              # BTF_KIND_STRUCT(id = 4) name_off: box
	.long	2214592516                      # 0x84000004 info: kind 4, vlen 4, kind_flag
	.long	64                              # size
	.long	19                              # name_off of 0: plain
	.long	1                               # type of 0: INT 'unsigned long'
	.long	0                               # 0x0 offset of 0: bit 0
	.long	25                              # name_off of 1: low
	.long	20                              # type of 1: INT 'int'
	.long	50331712                        # 0x3000040 offset of 1: bit 64, width 3
	.long	29                              # name_off of 2: high
	.long	20                              # type of 2: INT 'int'
	.long	486539331                       # 0x1d000043 offset of 2: bit 67, width 29
	.long	34                              # name_off of 3: list
	.long	3                               # type of 3: ARRAY '(anon)'
	.long	128                             # 0x80 offset of 3: bit 128
	.long	39                              # BTF_KIND_UNION(id = 5) name_off: either
	.long	83886083                        # 0x5000003 info: kind 5, vlen 3
	.long	64                              # size
	.long	46                              # name_off of 0: as_long
	.long	1                               # type of 0: INT 'unsigned long'
	.long	0                               # 0x0 offset of 0: bit 0
	.long	0                               # name_off of 1: (anon)
	.long	4                               # type of 1: STRUCT 'box'
	.long	0                               # 0x0 offset of 1: bit 0
	.long	54                              # name_off of 2: as_pointer
	.long	2                               # type of 2: PTR '(anon)'
	.long	0                               # 0x0 offset of 2: bit 0
	.long	65                              # BTF_KIND_ENUM(id = 6) name_off: color
	.long	100663299                       # 0x6000003 info: kind 6, vlen 3
	.long	4                               # size
	.long	71                              # name_off of 0: RED
	.long	0                               # val of 0
	.long	75                              # name_off of 1: GREEN
	.long	-2147483648                     # val of 1
	.long	81                              # name_off of 2: BLUE
	.long	-1                              # val of 2
	.long	86                              # BTF_KIND_FWD(id = 7) name_off: opaque
	.long	117440512                       # 0x7000000 info: kind 7, vlen 0
	.long	0                               # unused
	.long	93                              # BTF_KIND_TYPEDEF(id = 8) name_off: box_t
	.long	134217728                       # 0x8000000 info: kind 8, vlen 0
	.long	4                               # type: STRUCT 'box'
	.long	0                               # BTF_KIND_VOLATILE(id = 9) name_off: (anon)
	.long	150994944                       # 0x9000000 info: kind 9, vlen 0
	.long	1                               # type: INT 'unsigned long'
	.long	0                               # BTF_KIND_CONST(id = 10) name_off: (anon)
	.long	167772160                       # 0xa000000 info: kind 10, vlen 0
	.long	9                               # type: VOLATILE '(anon)'
	.long	0                               # BTF_KIND_RESTRICT(id = 11) name_off: (anon)
	.long	184549376                       # 0xb000000 info: kind 11, vlen 0
	.long	2                               # type: PTR '(anon)'
	.long	99                              # BTF_KIND_FUNC(id = 12) name_off: main
	.long	201326593                       # 0xc000001 info: kind 12, vlen 1
	.long	13                              # type: FUNC_PROTO '(anon)'
	.long	0                               # BTF_KIND_FUNC_PROTO(id = 13) name_off: (anon)
	.long	218103811                       # 0xd000003 info: kind 13, vlen 3
	.long	1                               # type: INT 'unsigned long'
	.long	104                             # name_off of 0: first
	.long	2                               # type of 0: PTR '(anon)'
	.long	0                               # name_off of 1: (anon)
	.long	10                              # type of 1: CONST '(anon)'
	.long	0                               # name_off of 2: (anon)
	.long	0                               # type of 2: void
	.long	110                             # BTF_KIND_VAR(id = 14) name_off: counter
	.long	234881024                       # 0xe000000 info: kind 14, vlen 0
	.long	1                               # type: INT 'unsigned long'
	.long	1                               # linkage
	.long	118                             # BTF_KIND_DATASEC(id = 15) name_off: .data
	.long	251658242                       # 0xf000002 info: kind 15, vlen 2
	.long	24                              # size
	.long	14                              # type of 0: VAR 'counter'
	.long	8                               # offset of 0
	.long	8                               # size of 0
	.long	12                              # type of 1: FUNC 'main'
	.long	16                              # offset of 1
	.long	0                               # size of 1
	.long	124                             # BTF_KIND_FLOAT(id = 16) name_off: double
	.long	268435456                       # 0x10000000 info: kind 16, vlen 0
	.long	8                               # size
	.long	131                             # BTF_KIND_DECL_TAG(id = 17) name_off: a tag
	.long	285212672                       # 0x11000000 info: kind 17, vlen 0
	.long	4                               # type: STRUCT 'box'
	.long	2                               # component_idx
	.long	137                             # BTF_KIND_TYPE_TAG(id = 18) name_off: rcu
	.long	301989888                       # 0x12000000 info: kind 18, vlen 0
	.long	4                               # type: STRUCT 'box'
	.long	141                             # BTF_KIND_ENUM64(id = 19) name_off: wide
	.long	2466250755                      # 0x93000003 info: kind 19, vlen 3, kind_flag
	.long	8                               # size
	.long	146                             # name_off of 0: LEAST
	.long	0                               # 0x0 val_lo32 of 0
	.long	2147483648                      # 0x80000000 val_hi32 of 0
	.long	152                             # name_off of 1: MINUS
	.long	4294967295                      # 0xffffffff val_lo32 of 1
	.long	4294967295                      # 0xffffffff val_hi32 of 1
	.long	158                             # name_off of 2: MOST
	.long	4294967295                      # 0xffffffff val_lo32 of 2
	.long	2147483647                      # 0x7fffffff val_hi32 of 2
	.long	163                             # BTF_KIND_INT(id = 20) name_off: int
	.long	16777216                        # 0x1000000 info: kind 1, vlen 0
	.long	4                               # size
	.long	16777248                        # 0x1000020 int data: encoding 1, offset 0, bits 32
	.byte	0                               # string offset=0
	.ascii	"unsigned long"                 # string offset=1
	.byte	0
	.ascii	"box"                           # string offset=15
	.byte	0
	.ascii	"plain"                         # string offset=19
	.byte	0
	.ascii	"low"                           # string offset=25
	.byte	0
	.ascii	"high"                          # string offset=29
	.byte	0
	.ascii	"list"                          # string offset=34
	.byte	0
	.ascii	"either"                        # string offset=39
	.byte	0
	.ascii	"as_long"                       # string offset=46
	.byte	0
	.ascii	"as_pointer"                    # string offset=54
	.byte	0
	.ascii	"color"                         # string offset=65
	.byte	0
	.ascii	"RED"                           # string offset=71
	.byte	0
	.ascii	"GREEN"                         # string offset=75
	.byte	0
	.ascii	"BLUE"                          # string offset=81
	.byte	0
	.ascii	"opaque"                        # string offset=86
	.byte	0
	.ascii	"box_t"                         # string offset=93
	.byte	0
	.ascii	"main"                          # string offset=99
	.byte	0
	.ascii	"first"                         # string offset=104
	.byte	0
	.ascii	"counter"                       # string offset=110
	.byte	0
	.ascii	".data"                         # string offset=118
	.byte	0
	.ascii	"double"                        # string offset=124
	.byte	0
	.ascii	"a tag"                         # string offset=131
	.byte	0
	.ascii	"rcu"                           # string offset=137
	.byte	0
	.ascii	"wide"                          # string offset=141
	.byte	0
	.ascii	"LEAST"                         # string offset=146
	.byte	0
	.ascii	"MINUS"                         # string offset=152
	.byte	0
	.ascii	"MOST"                          # string offset=158
	.byte	0
	.ascii	"int"                           # string offset=163
	.byte	0
