import {
  blush,
  both,
  collarAt,
  dark,
  eyes,
  fill,
  type PortraitTraits,
  oval,
  type Shape,
  soft,
  stroke,
} from '#web/ui/portrait/shapes.ts'

export function dog({ coat, ears, collar, tag }: PortraitTraits): Shape[] {
  const floppy = 'M52 63C35 67 27.7 87 27.7 104C27.7 117 31 133 43.5 133C53 133 57 126 58.8 118L66 80Z'
  return [
    ...(ears === 'pricked' ? both(soft('M49.5 21.5L53.5 82L79 48Z', coat.dark, 8)) : []),
    oval(100, 186, 58, 53, coat.base),
    oval(100, 89, 52, 52, coat.base),
    ...(coat.patch
      ? [
          fill(
            'M104 37.2A52 52 0 0 1 152 89C152 92 151.6 95 151 98C141 104.5 128 104.5 119 100C106 84 103 60 104 37.2Z',
            coat.dark,
          ),
        ]
      : []),
    ...(ears === 'floppy' ? both(fill(floppy, coat.dark)) : []),
    fill(
      'M100 74C104.5 74 108 77 110.5 82C113.5 89 115.5 93 118 97.5C121 103 122.3 109 122.3 115.5C122.3 129 113.5 138.5 100 138.5C86.5 138.5 77.7 129 77.7 115.5C77.7 109 79 103 82 97.5C84.5 93 86.5 89 89.5 82C92 77 95.5 74 100 74Z',
      coat.pale,
    ),
    ...eyes(78, 86, 1),
    fill(
      'M90 104.5C90 101.5 94.5 100.2 100 100.2C105.5 100.2 110 101.5 110 104.5C110 110 104.5 114 100 114C95.5 114 90 110 90 104.5Z',
      dark,
    ),
    stroke(
      'M100 112V123M85.7 122.6C87.6 128.2 96.6 128.6 100 123C103.4 128.6 112.4 128.2 114.3 122.6',
      dark,
      3,
    ),
    ...collarAt(148.5, 33.7, collar, tag),
  ]
}

export function cat({ coat, collar }: PortraitTraits): Shape[] {
  const marks = coat.stripes ? coat.dark : null
  return [
    oval(100, 187, 54, 53, coat.base),
    ...both(soft('M55 24.5L51.5 84L86 52Z', coat.patch ? coat.dark : coat.base, 7)),
    ...both(
      fill(
        'M61.5 38.5C59.8 39 59.3 40.5 59.2 42L58 63.5C63 58.5 69.5 55 76.5 53.2L64.5 39.5C63.6 38.6 62.6 38.3 61.5 38.5Z',
        blush,
      ),
    ),
    oval(100, 96, 56, 49.5, coat.base),
    ...(coat.patch
      ? [
          fill(
            'M104 46.6A56 49.5 0 0 1 156 96C156 99 155.5 102 154.8 105C144 112 127 110 117 103C106 90 102 66 104 46.6Z',
            coat.dark,
          ),
        ]
      : []),
    ...(marks
      ? [
          ...both(
            stroke('M87 50.5L89.6 66.5', marks, 5),
            stroke('M45.6 97L61.5 100.2M47.4 111H61.5', marks, 4.4),
          ),
          stroke('M100 47V68.5', marks, 5),
        ]
      : []),
    ...both(oval(77, 93, 10.2, 10.4, '#DDE07C'), oval(77, 93, 3.6, 8.7, '#22201C')),
    ...both(oval(79.3, 88.6, 1.5, 1.5, '#FFFFFF')).slice(0, 1),
    oval(125.3, 88.6, 1.5, 1.5, '#FFFFFF'),
    oval(100, 119, 24, 17, coat.pale),
    soft('M95.4 110.3H104.6L100 115Z', '#D5796A', 1.6),
    stroke(
      'M100 115.5V119.6M87.6 120.4C88.8 126 97.4 126.4 100 120.4C102.6 126.4 111.2 126 112.4 120.4',
      coat.mouth ?? dark,
      2.5,
    ),
    ...collarAt(149, 31, collar, false),
  ]
}

export function rabbit({ coat, ears }: PortraitTraits): Shape[] {
  const up = both(
    fill('M80 74C66 62 57 36 62 17C64 8 74 7 79 15C88 29 93 52 94 70Z', coat.patch ? coat.dark : coat.base),
    fill('M81 64C72 54 65.5 36 68.4 22C69.4 17.6 73.6 17.6 75.8 21.6C82 33 85.6 50 86.4 63Z', blush),
  )
  const lop = both(
    fill(
      'M78 50C58 44 42 58 39 84C36.6 108 40 135 51 136.5C62 138 66.5 116 68.5 96C69.8 82 73 66 84 58Z',
      coat.dark,
    ),
  )
  return [
    ...(ears === 'pricked' ? up : []),
    oval(100, 190, 56, 50, coat.base),
    oval(100, 187, 31, 37, coat.pale),
    oval(100, 99, 49, 46, coat.base),
    ...(coat.patch
      ? both(fill('M86 55.3C66 61 51 78 51 99C51 118 63 134 80 141C87 124 88 82 86 55.3Z', coat.dark))
      : []),
    ...(ears === 'floppy' ? lop : []),
    ...eyes(75, 95, 1.08),
    ...both(oval(62, 113, 8, 5, blush)),
    ...both(oval(91.5, 119, 13, 11.5, coat.pale)),
    fill('M93 126H107V132.5C107 135 105 136.5 102.6 136.5H97.4C95 136.5 93 135 93 132.5Z', '#FFFFFF'),
    stroke('M100 126V136', '#E4DACB', 1.4),
    soft('M95 107.5H105L100 113Z', '#D5796A', 3),
    stroke('M100 114V120M88.5 121.5C90 127 97.5 127 100 120.5C102.5 127 110 127 111.5 121.5', dark, 2.6),
  ]
}
