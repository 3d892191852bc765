import {
  blush,
  both,
  dark,
  eyes,
  fill,
  type PortraitTraits,
  mirror,
  oval,
  type Shape,
  soft,
  stroke,
} from '#web/ui/portrait/shapes.ts'

const smile = (y: number, half: number) =>
  stroke(
    `M${100 - half} ${y}C${100 - half / 2} ${y + half * 0.62} ${100 + half / 2} ${y + half * 0.62} ${100 + half} ${y}`,
    dark,
    3,
  )

export function bird({ coat, ears }: PortraitTraits): Shape[] {
  const crest = soft('M100 42C95 30 96 18 104 10C104 19 109 22 116 20C114 30 110 37 107 42Z', coat.dark, 3)
  return [
    stroke('M18 170H182', '#A77B4E', 9),
    fill('M88 168L100 196H112L116 168Z', coat.dark),
    ...(ears === 'pricked' ? [crest] : []),
    fill(
      'M100 34C68 34 50 58 50 96C50 140 70 168 100 168C130 168 150 140 150 96C150 58 132 34 100 34Z',
      coat.base,
    ),
    fill(
      'M100 92C80 92 70 108 70 128C70 150 82 163 100 163C118 163 130 150 130 128C130 108 120 92 100 92Z',
      coat.pale,
    ),
    ...both(fill('M52 88C39 102 37 130 50 152C58 146 66 128 66 108C66 97 60 89 52 88Z', coat.dark)),
    ...both(
      stroke('M90 120C90 124 94.5 124 94.5 120', coat.base, 2.4),
      stroke('M83 134C83 138 88 138 88 134', coat.base, 2.4),
    ),
    ...both(oval(70, 92, 9, 7, ears === 'pricked' ? '#E79A63' : blush)),
    ...eyes(76, 74, 0.95),
    fill(
      'M100 78C107 78 112 83 112 88C112 97 105 106 100 110C95 106 88 97 88 88C88 83 93 78 100 78Z',
      '#E9A23B',
    ),
    stroke('M89.5 91.5C95 95 105 95 110.5 91.5', '#B9761E', 2.2),
    ...both(stroke('M84 166V173M92 166V174', '#D08A3A', 5)),
  ]
}

export function reptile({ coat }: PortraitTraits): Shape[] {
  const spots = [
    [86, 58, 5],
    [114, 58, 5],
    [100, 50, 4],
    [100, 67, 4.4],
    [84, 73, 3],
    [116, 73, 3],
  ] as const
  return [
    stroke('M148 176C176 168 184 144 172 126C166 118 156 120 156 128', coat.base, 13),
    oval(100, 192, 52, 58, coat.base),
    oval(100, 192, 28, 48, coat.pale),
    ...both(
      stroke('M62 152C46 154 39 164 40 176', coat.base, 15),
      oval(56, 158, 3.6, 3.6, coat.dark),
      oval(66, 170, 3, 3, coat.dark),
    ),
    fill(
      'M100 40C126 40 147 54 152 78C158 104 146 140 100 140C54 140 42 104 48 78C53 54 74 40 100 40Z',
      coat.base,
    ),
    ...both(
      oval(61, 68, 20, 20, coat.base),
      oval(60, 68, 14, 14, '#F6E3A1'),
      oval(60.5, 68, 4.6, 11.6, dark),
      oval(63, 62.4, 2.3, 2.3, '#FFFFFF'),
    ),
    ...spots.map(([x, y, size]) => oval(x, y, size, size, coat.dark)),
    fill(
      'M52 108C60 117 80 120 100 120C120 120 140 117 148 108C146 128 128 140 100 140C72 140 54 128 52 108Z',
      coat.pale,
    ),
    stroke('M54 107C66 120 134 120 146 107', dark, 3),
    ...both(oval(93, 97, 1.9, 2.4, dark), oval(61, 100, 7, 4, blush)),
  ]
}

export function fish({ coat }: PortraitTraits): Shape[] {
  return [
    stroke('M22 190C16 166 32 158 25 136C22 126 25 120 29 114', '#7FA98A', 8),
    stroke('M40 190C38 176 49 168 44 152', '#9CBF9F', 7),
    stroke('M182 190C186 172 174 164 180 148', '#7FA98A', 8),
    fill(
      'M132 98C146 84 160 72 176 66C172 80 172 88 170 98C172 110 174 120 178 132C160 126 146 114 132 98Z',
      coat.dark,
    ),
    fill('M70 58C80 38 104 30 122 38C120 48 122 54 128 64Z', coat.dark),
    fill('M84 132C92 148 106 154 118 150C114 142 114 136 116 128Z', coat.dark),
    fill(
      'M28 98C36 68 62 52 92 52C120 52 140 74 148 98C140 122 120 144 92 144C62 144 36 128 28 98Z',
      coat.base,
    ),
    fill(
      'M98 52.3C92 66 90 82 90 98C90 114 92 130 98 143.7C106 143 113 140.6 119 137C114 126 112 112 112 98C112 84 114 70 119 59C113 55.4 106 53 98 52.3Z',
      coat.pale,
    ),
    fill('M96 104C106 98 122 98 130 106C124 116 110 120 98 116Z', coat.dark),
    oval(62, 88, 11, 12.4, '#FFFFFF'),
    oval(60, 89, 6.5, 7.8, dark),
    oval(62, 86, 2.2, 2.2, '#FFFFFF'),
    oval(64, 110, 7.5, 4.4, blush),
    stroke('M32 105C37 112 44 113 49 109', dark, 3),
    ...[
      [30, 66, 6],
      [20, 48, 4],
      [33, 34, 3],
    ].map(([x = 0, y = 0, size = 0]): Shape => [
      'ellipse',
      { cx: x, cy: y, rx: size, ry: size, fill: '#FFFFFF', opacity: 0.8 },
    ]),
  ]
}

export function horse({ coat, collar }: PortraitTraits): Shape[] {
  return [
    fill('M58 190C58 156 66 128 74 104H126C134 128 142 156 142 190Z', coat.base),
    fill('M118 44C142 58 152 96 150 190H124C132 140 130 90 112 58Z', coat.dark),
    ...both(
      soft('M71 48C62 38 60 24 66 13C76 18 84 28 86 40Z', coat.base, 5),
      fill('M72 43C67 35 66 28 68 21C75 26 79 33 80.5 40Z', blush),
    ),
    fill(
      'M100 30C126 30 138 50 136 76C134 98 127 112 127 130C130 150 118 162 100 162C82 162 70 150 73 130C73 112 66 98 64 76C62 50 74 30 100 30Z',
      coat.base,
    ),
    fill(
      'M100 58C106 66 109 84 107 104C106 114 109 120 109 126H91C91 120 94 114 93 104C91 84 94 66 100 58Z',
      coat.pale,
    ),
    fill(
      'M100 122C119 122 129 131 127.5 142C126 155 116 162 100 162C84 162 74 155 72.5 142C71 131 81 122 100 122Z',
      coat.pale,
    ),
    fill(
      'M80 36C86 22 112 20 122 34C118 40 116 47 113 56C108 51 106 49 104 45C102 55 99 62 94 68C92 58 89 52 85 47Z',
      coat.dark,
    ),
    ...eyes(77, 82, 1.02),
    stroke('M69.5 108C88 116 112 116 130.5 108', collar, 6),
    ...both(stroke('M70 108L66 92', collar, 5), oval(87, 139, 4, 5, dark)),
    smile(149, 14),
  ]
}

export function other({ coat }: PortraitTraits): Shape[] {
  return [
    ...both(oval(58, 54, 19, 19, coat.dark), oval(60, 57, 11, 11, blush)),
    oval(100, 190, 60, 54, coat.base),
    oval(100, 196, 36, 50, coat.pale),
    fill(
      'M100 42C136 42 158 66 160 98C162 126 138 144 100 144C62 144 38 126 40 98C42 66 64 42 100 42Z',
      coat.base,
    ),
    ...(coat.patch
      ? [
          mirror(
            fill(
              'M86 42.8C56 47 41 70 40 98C40 104 41 109 43 114C60 120 76 112 84 98C91 82 92 62 86 42.8Z',
              coat.dark,
            ),
          ),
        ]
      : []),
    ...both(oval(70, 114, 25, 22, coat.pale), oval(57, 117, 9, 6, blush)),
    ...eyes(74, 90, 1.02),
    fill(
      'M92 102.5C92 99.5 95.5 98.4 100 98.4C104.5 98.4 108 99.5 108 102.5C108 106.5 103.5 109 100 109C96.5 109 92 106.5 92 102.5Z',
      '#C77466',
    ),
    fill('M94.5 119H105.5V126C105.5 128 104 129 102 129H98C96 129 94.5 128 94.5 126Z', '#FFFFFF'),
    stroke('M100 108V116M88 116.5C90 122 97.5 122 100 116.5C102.5 122 110 122 112 116.5', dark, 2.6),
    ...both(stroke('M46 104L28 100M46 110L28 113', coat.dark, 2)),
    ...both(oval(84, 158, 9, 7, blush)),
  ]
}
