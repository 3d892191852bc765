import { keysOf } from '#contract/entries.ts'
import { Section } from '#web/dev/ui-section.tsx'
import { coats } from '#web/ui/portrait/coats.ts'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

const species = keysOf(coats)

export function PortraitSection() {
  return (
    <Section id="portrait" title="Portrait">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {species.flatMap((kind) =>
          coats[kind].map(({ words }, index) => (
            <Portrait
              key={`${kind}-${index}`}
              seed={{
                id: `${kind}-${index}`,
                species: kind,
                coat: words.toSorted((a, b) => b.length - a.length)[0],
                ears: index % 2 ? 'pricked' : 'floppy',
              }}
              className="aspect-[10/9] w-full rounded-picture"
            />
          )),
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Portrait
          seed={{ id: 'wide', species: 'dog', coat: 'grey', ears: 'pricked' }}
          label="Drawing of a grey dog"
          className="aspect-video w-full rounded-picture"
        />
        <Portrait
          seed={{ id: 'wide', species: 'dog', coat: 'grey', ears: 'pricked' }}
          fit="fill"
          className="aspect-video w-full rounded-picture"
        />
        <Portrait
          seed={{ id: 'tall', species: 'cat', coat: 'ginger' }}
          className="aspect-video w-full rounded-picture"
        />
      </div>
    </Section>
  )
}
