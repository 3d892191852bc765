import { type RefObject, useEffect, useRef } from 'react'

/** Same as the `low:` variant in `tokens.css`. On such screens the page scrolls instead of the list of messages. */
const lowScreens = '(height < 26rem)'

/**
 * On low screens, opens a conversation at its end and stays there as messages arrive, as the list of messages does on
 * higher ones. Somebody who has scrolled up to earlier messages stays there.
 *
 * @param count of the messages shown, those waiting to be sent included.
 * @returns for an empty element after the field to write in.
 */
export function useEndInSight(count: number): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null)
  const isInSight = useRef(true)
  const before = useRef(-1)
  useEffect(() => {
    if (before.current === count) return
    before.current = count
    if (isInSight.current && matchMedia(lowScreens).matches)
      end.current!.scrollIntoView({ block: 'end', behavior: 'instant' })
  }, [count])
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      isInSight.current = entries.at(-1)!.isIntersecting
    })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])
  return end
}
