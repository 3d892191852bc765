import { Icon } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { pictureTypes } from '#contract/files/codes.ts'
import { buttonStyle } from '#web/ui/button.tsx'

type PhotoPickerProps = {
  /** The words on the button. */
  children: ReactNode
  multiple?: boolean
  onPicked: (files: readonly File[]) => void
}

/** A button that opens the camera or the pictures of the device. The same picture can be chosen again. */
export function PhotoPicker({ children, multiple = false, onPicked }: PhotoPickerProps) {
  return (
    <label className={buttonStyle({ className: 'w-fit cursor-pointer has-focus-visible:outline-2' })}>
      <Icon name="camera" size={20} />
      {children}
      <input
        type="file"
        className="sr-only"
        multiple={multiple}
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onPicked(files)
        }}
      />
    </label>
  )
}
