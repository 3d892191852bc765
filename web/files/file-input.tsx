import type { RefObject } from 'react'
import type { FileKind } from '#contract/files/codes.ts'
import { typesFor } from '#web/files/check-file.ts'

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>
  kind: FileKind
  label: string
  multiple?: boolean
  capture?: boolean
  onChoose: (files: File[]) => void
}

/** The native file input, opened by a button. */
export function FileInput({ ref, kind, label, multiple, capture, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      tabIndex={-1}
      hidden
      accept={typesFor(kind).join(',')}
      multiple={multiple}
      capture={capture ? 'environment' : undefined}
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
}
