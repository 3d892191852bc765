import { Icon } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

/** Shows a full URL and copies it for sharing. */
export function CopyLink({ label, url }: { label: string; url: string }) {
  const copy = async () => {
    const toast = await loadToast()
    try {
      await navigator.clipboard.writeText(url)
      toast.success('The link is copied')
    } catch {
      toast(url, { description: 'Copy this link.' })
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextArea
        label={label}
        rows={1}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-64 flex-1"
      />
      <Button kind="primary" icon={<Icon name="copy" size={18} />} onClick={() => void copy()}>
        Copy the link
      </Button>
    </div>
  )
}
