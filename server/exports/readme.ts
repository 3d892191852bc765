type Section = { name: string; about: string }
export type ReadmeFacts = {
  site: { name: string; url: string; operator: { name: string; email: string } }
  at: Date
  name: string
  files: readonly { name: string; about: string; sections: readonly Section[] }[]
  /** Paths of files whose bytes could not be read. */
  missing: readonly string[]
}

const columns = 78

/** Wraps text to a readable width, with the same indent on each line. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < columns - indent.length)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => `${indent}${line}`).join('\n')
}

/** Returns the README, which describes each file of the archive. */
export function readmeOf({ site, at, name, files, missing }: ReadmeFacts): string {
  const parts = [
    `A copy of the data of ${name}\n${site.name}, ${site.url}\nCreated at ${at.toISOString()}`,
    wrapped(
      'Each JSON file contains all data of one kind, for use by software, and the CSV files of the same name contain the same data as tables. Times are in UTC unless a time zone is given beside them. Amounts are whole numbers in the smallest unit of the currency beside them, for example cents. The copy also includes what other people wrote or showed to you, as far as you could see it on the site.',
      '',
    ),
    wrapped(
      'This archive may contain your address, door codes and private messages. Keep it where nobody else can read it, and delete it when you no longer need it.',
      '',
    ),
    'DATA',
    ...files.map(
      ({ name: file, about, sections }) =>
        `${file}.json\n${wrapped(about, '  ')}\n${sections
          .map((one) => `  csv/${file}/${one.name}.csv\n${wrapped(one.about, '    ')}`)
          .join('\n')}`,
    ),
    'FILES',
    `files/\n${wrapped('Your photos and documents, and other people’s photos in your report cards, messages and cases, in one folder for each kind', '  ')}`,
    `invoices/\n${wrapped('Service fee invoices, and a receipt for each booking for which money moved', '  ')}`,
    ...(missing.length > 0
      ? [
          'NOT INCLUDED',
          `${wrapped('We could not read these files when the copy was made:', '')}\n${missing.map((path) => `  ${path}`).join('\n')}`,
        ]
      : []),
    wrapped(
      'In the CSV files, text that begins with =, +, - or @ has an apostrophe in front of it, so that no program runs it as a formula. The JSON files contain the text unchanged.',
      '',
    ),
    `Questions: ${site.operator.name}, ${site.operator.email}`,
  ]
  return `${parts.join('\n\n')}\n`
}
