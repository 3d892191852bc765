import { walkWith } from './figure.ts'
import { shadow } from './furniture.ts'
import { bench } from './gardens.ts'
import type { Look } from './look.ts'
import { flowers } from './plants.ts'
import { composed, type Setting, sceneWidth } from './scene.ts'
import { darker, lighter, line, mix, oval, path, place, rect } from './shapes.ts'
import { houseRow, leaves, skyOf, sunAndClouds, tree } from './views.ts'

export type WalkSetting = Setting & { look: Look }

const walker = ({ look, animals }: WalkSetting, x: number, y: number) =>
  walkWith(
    look,
    animals.filter(({ species }) => species === 'dog'),
    { x, y, scale: 0.86 },
  )

const sky = ({ hour, random }: Setting, height: number) =>
  skyOf('walk', [0, 0, sceneWidth, height], hour) + sunAndClouds(hour, random)

const lamp = (x: number, y: number, isLit: boolean) =>
  (isLit ? oval(x, y - 300, 70, 70, '#FFE2A0', 0.35) : '') +
  rect(x - 5, y - 280, 10, 282, '#3E4A46', { round: 4 }) +
  path(
    `M${x - 20} ${y - 280}L${x - 26} ${y - 322}H${x + 26}L${x + 20} ${y - 280}Z`,
    isLit ? '#FBE3A4' : '#F4EFE3',
  ) +
  path(`M${x - 32} ${y - 320}L${x} ${y - 346}L${x + 32} ${y - 320}Z`, '#3E4A46')

export function park(setting: WalkSetting): string {
  const { hour, random, palette } = setting
  const grass = '#9BBF84'
  return composed(
    setting,
    sky(setting, 430),
    oval(250, 450, 420, 120, mix(hour.sky[1], '#94B47C', 0.7)),
    oval(820, 460, 400, 110, mix(hour.sky[1], '#7FA878', 0.8)),
    ...[90, 250, 560, 720, 960].map((x) =>
      tree(x, 470, random.between(220, 330), random.pick(leaves), random),
    ),
    rect(0, 440, sceneWidth, 328, grass),
    path(
      'M0 768V640C260 560 420 560 620 500C680 480 690 460 660 440H720C780 470 770 510 720 540C640 600 900 620 1024 640V768Z',
      '#E3D3B4',
    ),
    bench(130, 560, palette.wood),
    flowers(760, 560, 240, random),
    tree(930, 600, 420, random.pick(leaves), random),
    walker(setting, 330, 716),
  )
}

export function riverside(setting: WalkSetting): string {
  const { hour, houses, random } = setting
  const water = mix(hour.sky[0], '#5E97AE', 0.6)
  return composed(
    setting,
    sky(setting, 330),
    houseRow(sceneWidth, 330, [50, 110], [56, 96], houses, hour, random),
    rect(0, 326, sceneWidth, 240, water),
    ...[360, 402, 452, 500].map((y, index) =>
      rect(60 + ((index * 330) % 800), y, 240, 6, lighter(hour.sky[1], 0.3), { round: 3, opacity: 0.6 }),
    ),
    place(
      { x: 690, y: 430 },
      path('M-80 0H80L56 30H-56Z', '#FBF6EC'),
      path('M-4 -8V-140L78 -8Z', '#FBF6EC'),
      path('M-14 -8V-110L-64 -8Z', lighter(setting.palette.accent, 0.2)),
    ),
    rect(0, 560, sceneWidth, 208, '#DCCFB8'),
    line(
      'M0 612H1024M0 676H1024M140 560L80 768M380 560L350 768M620 560L640 768M860 560L910 768',
      '#C8B99D',
      3,
    ),
    ...Array.from({ length: 12 }, (_, index) => rect(20 + index * 90, 476, 12, 92, '#4A5650', { round: 4 })),
    rect(0, 478, sceneWidth, 10, '#4A5650'),
    rect(0, 516, sceneWidth, 7, '#4A5650'),
    tree(930, 610, 460, random.pick(leaves), random),
    lamp(120, 600, hour.isDusk),
    walker(setting, 330, 720),
  )
}

export function beach(setting: WalkSetting): string {
  const { hour, random } = setting
  const sea = mix(hour.sky[0], '#5E97AE', 0.65)
  const sand = '#EBD9B2'
  const gull = (x: number, y: number) =>
    line(
      `M${x - 24} ${y}C${x - 14} ${y - 14} ${x - 4} ${y - 10} ${x} ${y}C${x + 4} ${y - 10} ${x + 14} ${y - 14} ${x + 24} ${y}`,
      '#FBF6EC',
      5,
    )
  return composed(
    setting,
    sky(setting, 360),
    path(
      'M640 350C720 300 800 310 860 280C920 260 980 270 1024 250V360H640Z',
      mix(hour.sky[1], '#8FA987', 0.6),
    ),
    rect(0, 340, sceneWidth, 190, sea),
    ...[372, 410, 452].map((y, index) =>
      rect(90 + ((index * 310) % 760), y, 220, 6, lighter(sea, 0.4), { round: 3, opacity: 0.7 }),
    ),
    path('M0 520C140 496 260 540 420 516C600 492 760 536 1024 506V768H0Z', lighter(sea, 0.55)),
    path('M0 536C160 514 260 556 430 532C600 508 780 552 1024 524V768H0Z', sand),
    path('M0 700C260 660 520 740 1024 680V768H0Z', darker(sand, 0.06)),
    gull(220, 150),
    gull(330, 196),
    gull(160, 220),
    place({ x: 260, y: 380 }, path('M-46 0H46L32 18H-32Z', '#B9472F'), path('M-2 -4V-84L46 -4Z', '#FBF6EC')),
    ...Array.from({ length: 7 }, () => {
      const [x, y] = [random.between(40, 980), random.between(600, 750)]
      return oval(x, y, 9, 6, random.pick(['#FBF6EC', '#E7B99A', '#D9C9A4']))
    }),
    line(
      'M930 760C926 690 916 660 900 620M944 760C944 690 950 650 962 610M958 760C964 700 980 670 1004 650',
      '#8FA05E',
      6,
    ),
    walker(setting, 330, 706),
  )
}

export function street(setting: WalkSetting): string {
  const { hour, houses, random } = setting
  return composed(
    setting,
    sky(setting, 300),
    houseRow(sceneWidth, 566, [360, 450], [190, 250], houses, hour, random, true),
    rect(0, 560, sceneWidth, 130, '#D6CBBB'),
    line(
      'M0 606H1024M140 560L110 690M330 560L316 690M520 560V690M710 560L726 690M900 560L930 690',
      '#C3B6A2',
      3,
    ),
    rect(0, 686, sceneWidth, 12, '#B9AE9E'),
    rect(0, 698, sceneWidth, 70, '#8C8A8A'),
    shadow(880, 600, 60, 10),
    tree(880, 604, 400, random.pick(leaves), random),
    rect(836, 588, 88, 18, darker('#D6CBBB', 0.2), { round: 6 }),
    lamp(80, 600, hour.isDusk),
    walker(setting, 330, 672),
  )
}

/** A path through fields. */
export function fields(setting: WalkSetting): string {
  const { hour, random, palette } = setting
  return composed(
    setting,
    sky(setting, 420),
    path('M0 400C200 320 380 340 520 380C700 300 900 330 1024 380V500H0Z', mix(hour.sky[1], '#7FA878', 0.6)),
    path('M0 470C260 380 520 440 1024 420V768H0Z', '#C9C27E'),
    path('M0 520C300 460 700 500 1024 480V768H0Z', '#A9C182'),
    ...[150, 236, 322].map((x) => tree(x, 470, random.between(120, 180), random.pick(leaves), random)),
    path(
      'M0 768V690C300 640 560 620 700 520C720 500 730 490 726 478H760C770 500 770 530 760 556C730 640 860 690 1024 700V768Z',
      '#E0CDA6',
    ),
    ...[0, 1, 2, 3, 4].map((post) =>
      rect(700 + post * 76, 500 + post * 12, 14, 76 + post * 8, palette.wood, { round: 4 }),
    ),
    line('M700 530L1010 582M700 556L1010 616', darker(palette.wood, 0.1), 7),
    flowers(20, 640, 260, random),
    walker(setting, 330, 716),
  )
}
