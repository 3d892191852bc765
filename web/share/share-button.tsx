import { Button, type ButtonKind, type ButtonSize } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'

type ShareButtonProps = {
  /** Without it, the page's heading. */
  title?: string
  /** Without it, the open page with its query. */
  path?: string
  kind?: ButtonKind
  size?: ButtonSize
  className?: string
}

const load = () => import('#web/share/share.ts')
const openPath = () => `${location.pathname}${location.search}`
const heading = () => document.querySelector('#main h1')?.textContent ?? ''

/** Shares a page. What it does loads at the first touch, because browsers open the share sheet only soon after it. */
export function ShareButton({ title, path, kind = 'quiet', size = 'small', className }: ShareButtonProps) {
  return (
    <Button
      kind={kind}
      size={size}
      className={cx('noscript:hidden print:hidden', className)}
      icon={<Icon name="share-2" size={16} />}
      onPointerDown={() => void load()}
      onClick={() => void load().then(({ share }) => share(title ?? heading(), path ?? openPath()))}
    >
      Share
    </Button>
  )
}
