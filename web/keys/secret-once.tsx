import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type SecretOnceProps = { title: string; label: string; secret: string; onClose: () => void }

/** Shows a secret that is stored nowhere, until the person closes it. */
export function SecretOnce({ title, label, secret, onClose }: SecretOnceProps) {
  const copy = async () => {
    const toast = await loadToast()
    try {
      await navigator.clipboard.writeText(secret)
      toast.success('Copied')
    } catch {
      toast.error('It could not be copied. Select it and copy it yourself.')
    }
  }
  return (
    <Notice kind="success" title={title} announced>
      <div className="grid gap-3">
        <p>
          Copy it now and keep it where nobody else can read it: it is shown only this once, and we cannot
          show it again.
        </p>
        <TextArea
          label={label}
          rows={2}
          readOnly
          value={secret}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            kind="primary"
            size="small"
            icon={<Icon name="copy" size={18} />}
            onClick={() => void copy()}
          >
            Copy
          </Button>
          <Button size="small" onClick={onClose}>
            I have stored it
          </Button>
        </div>
      </div>
    </Notice>
  )
}
