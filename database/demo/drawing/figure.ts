import { type Animal, standing } from './animals.ts'
import { drawTorso, neckOf } from './clothes.ts'
import { drawHead } from './head.ts'
import type { Look } from './look.ts'
import { clipped, darker, line, oval, path, place } from './shapes.ts'
import { shadow } from './furniture.ts'

/** How far below the middle of the head the feet of a figure are. */
const feetY = 592
/** The hand that holds the lead. */
const hand = { x: 120, y: 262 }
/** The point on a standing animal, at scale 1, where its lead is attached. */
const collar = { x: 40, y: -108 }

const body = 'M-30 84C-74 96 -84 118 -82 160L-72 316H72L82 160C84 118 74 96 30 84Z'

const shoe = (x: number, colour: string) =>
  path(
    `M${x - 24} ${feetY - 34}H${x + 20}C${x + 26} ${feetY - 20} ${x + 56} ${feetY - 20} ${x + 56} ${feetY}H${x - 24}Z`,
    colour,
  )

/** A person who walks to the right, around a head at 0, 0; one hand is in the pocket, the other holds the lead. */
function walker(look: Look): string {
  const { top, skin, clothes } = look
  const trousers = clothes === 'dungarees' ? look.under : look.trousers
  const head = drawHead(look, 1)
  const far = darker(trousers, 0.18)
  return [
    shadow(10, feetY, 130, 16),
    head.behind,
    line(`M26 300C34 380 60 470 72 ${feetY - 36}`, far, 54),
    shoe(76, darker(look.under, 0.5)),
    line(`M-26 300C-28 390 -44 470 -58 ${feetY - 36}`, trousers, 56),
    shoe(-54, darker(look.under, 0.4)),
    line('M62 126C84 170 84 210 88 222', darker(top, 0.2), 42),
    line(`M88 222L${hand.x - 8} ${hand.y - 4}`, darker(top, 0.2), 36),
    oval(hand.x + 4, hand.y + 2, 16, 15, skin),
    path(body, clothes === 'dungarees' ? look.under : top),
    clipped('body', body, drawTorso(clothes, look)),
    line('M-68 306C-30 314 30 314 68 306', darker(top, 0.2), 4),
    neckOf(look),
    line('M-64 130C-92 180 -94 230 -66 286', darker(top, 0.1), 42),
    head.front,
  ].join('')
}

/** A person with dogs on leads, whose feet are at x, y; `scale` is that of the person. */
export function walkWith(
  look: Look,
  dogs: readonly Animal[],
  { x, y, scale }: { x: number; y: number; scale: number },
): string {
  const headY = y - feetY * scale
  const [handX, handY] = [x + (hand.x + 4) * scale, headY + (hand.y + 2) * scale]
  const places = dogs.map((dog, index) => ({
    dog,
    x: x + (310 + index * 250) * scale,
    y: y + 10 - index * 40,
    scale: scale * (index === 0 ? 1.2 : 0.98),
  }))
  const leadTo = (at: (typeof places)[number]) => {
    const [endX, endY] = [at.x + collar.x * at.scale, at.y + collar.y * at.scale]
    return line(`M${handX} ${handY}Q${handX + (endX - handX) * 0.4} ${endY} ${endX} ${endY}`, '#8A3B2A', 5)
  }
  return [
    place({ x, y: headY, scale }, walker(look)),
    ...places
      .toReversed()
      .map(
        (at) =>
          shadow(at.x, at.y, 110 * at.scale, 12) +
          place({ x: at.x, y: at.y, scale: at.scale }, standing(at.dog)) +
          leadTo(at),
      ),
  ].join('')
}
