import { Icon } from '#web/ui/icon.tsx'
import type { Sending, Uploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Meter } from '#web/ui/meter.tsx'

type SendingTileProps = { sending: Sending; compact?: boolean; onRepeat: () => void; onPutAway: () => void }

/** A file being uploaded, or the reason why it failed. */
export function SendingTile({ sending, compact = false, onRepeat, onPutAway }: SendingTileProps) {
  const { file, preview, share, problem, mayRepeat } = sending
  return (
    <li
      className={cx(
        'grid content-start gap-3',
        compact ? 'w-40 rounded-lg border p-2' : 'grid-cols-[5.5rem_1fr] sm:grid-cols-1',
        problem && 'w-auto',
      )}
    >
      {preview && (
        <img
          src={preview}
          alt=""
          className={cx(
            'w-full rounded-lg object-cover opacity-70',
            compact ? 'h-16' : 'aspect-square sm:aspect-[4/3]',
          )}
        />
      )}
      <div className={cx('grid min-w-0 content-start gap-2', !preview && 'col-span-full')}>
        {problem ? (
          <p role="alert" className="flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-rust">
            <Icon name="circle-exclamation-point" size={16} className="mt-0.5 shrink-0" />
            {problem}
          </p>
        ) : (
          <Progress {...{ file, share }} />
        )}
        <div className="flex flex-wrap gap-2">
          {problem && mayRepeat && (
            <Button size="small" icon={<Icon name="rotate-cw" size={16} />} onClick={onRepeat}>
              Try again
            </Button>
          )}
          <Button
            size="small"
            kind="quiet"
            icon={<Icon name="x" size={16} />}
            aria-label={problem ? `Dismiss ${file.name}` : `Stop sending ${file.name}`}
            onClick={onPutAway}
          >
            {problem ? 'Dismiss' : 'Stop'}
          </Button>
        </div>
      </div>
    </li>
  )
}

function Progress({ file, share }: Pick<Sending, 'file' | 'share'>) {
  const percent = Math.round(share * 100)
  return (
    <Meter
      kind="progress"
      label={<span className="line-clamp-1 wrap-anywhere">{file.name}</span>}
      value={percent}
      text={share >= 1 ? 'Nearly there' : `${percent} %`}
    />
  )
}

/** The uploads of a field for a single file. */
export function SendingTiles({ uploads: { sending, repeat, putAway } }: { uploads: Uploads }) {
  if (sending.length === 0) return null
  return (
    <ul>
      {sending.map((one) => (
        <SendingTile
          key={one.key}
          sending={one}
          compact
          onRepeat={() => repeat(one)}
          onPutAway={() => putAway(one.key)}
        />
      ))}
    </ul>
  )
}
