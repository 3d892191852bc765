import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Row, Section } from '#web/dev/ui-section.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { AlertDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'
import { TabLinks } from '#web/ui/tabs.tsx'

export function OverlaySections() {
  return (
    <>
      <Dialogs />
      <Section id="tabs" title="Tabs">
        <TabLinks
          label="Bookings"
          links={[
            { href: '#tabs', label: 'Upcoming', current: true },
            { href: '#tabs-requests', label: 'Requests', current: false },
            { href: '#tabs-past', label: 'Past', current: false },
          ]}
        />
      </Section>
      <Toasts />
    </>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section id="dialog" title="Dialog, alert, sheet, menu">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
        <Button onClick={() => setOpen('alert')}>Open the alert</Button>
        <Button onClick={() => setOpen('sheet')}>Open the sheet</Button>
        <Menu
          label="More for this booking"
          trigger={<Icon name="ellipsis" size={20} />}
          triggerClassName={buttonStyle({ iconOnly: true })}
          align="start"
          entries={[
            { label: 'Add to calendar', href: '#dialog' },
            { label: 'Print the care sheet', onSelect: () => undefined },
            { label: 'Cancel booking', onSelect: () => setOpen('alert'), danger: true },
          ]}
        />
      </Row>
      <ContactDialog open={open === 'dialog'} onClose={close} />
      <AlertDialog
        open={open === 'alert'}
        onClose={close}
        onConfirm={close}
        title="Cancel your stay with Inês?"
        safeLabel="Keep booking"
        confirmLabel="Cancel booking"
      >
        <p>You get €112.00 of €124.32 back, because it is more than 7 days before the stay.</p>
      </AlertDialog>
      <Sheet
        open={open === 'sheet'}
        onClose={close}
        title="All filters"
        footer={
          <Button kind="primary" wide onClick={close}>
            Show 86 sitters
          </Button>
        }
      >
        <TextField label="Highest price" name="highest" />
      </Sheet>
    </Section>
  )
}

function ContactDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Contact Inês"
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="primary" onClick={onClose}>
            Send message
          </Button>
        </>
      }
    >
      <TextField label="Subject" name="subject" data-autofocus />
    </Dialog>
  )
}

function Toasts() {
  const say = async () => {
    const toast = await loadToast()
    toast('Your days are saved')
  }
  const removed = () => toastWithUndo('Inês is no longer a favourite', () => undefined)
  const show = async (kind: (typeof toastKinds)[number]) => {
    const toast = await loadToast()
    toast[kind](`This is ${kind}`)
  }
  const ask = async () => {
    const toast = await loadToast()
    toast.promise(fetch('/v1/nothing-here'), {
      loading: 'Asking…',
      success: 'It is there',
      error: (message: string) => message,
    })
  }
  return (
    <Section id="toast" title="Toast">
      <Row>
        <Button onClick={() => void say()}>Say it</Button>
        <Button onClick={() => void removed()}>Remove with undo</Button>
        {toastKinds.map((kind) => (
          <Button key={kind} onClick={() => void show(kind)}>
            {`Say ${kind}`}
          </Button>
        ))}
        <Button onClick={() => void ask()}>Ask for what is not there</Button>
      </Row>
    </Section>
  )
}

const toastKinds = ['success', 'error', 'info', 'warning', 'loading'] as const
