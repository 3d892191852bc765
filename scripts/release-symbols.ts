// Positions in an ELF file of 64 bits with the least significant byte first (elf(5)).
const programHeaders = 32
const sectionHeaders = 40
const programHeaderSize = 54
const programHeaderCount = 56
const sectionHeaderCount = 60
const sectionOfNames = 62
const segmentOffset = 8
const segmentSize = 32

/**
 * Returns a program without its symbols and debug information, of which Node has 18 MB. They stand behind the segments,
 * which are all that is loaded, and are found only through the table of sections at the end. Names that other libraries
 * link to are in a segment. Works for every processor, unlike the `strip` of a machine.
 */
export function withoutSymbols(program: Buffer): Buffer {
  if (program.readUInt32BE(0) !== 0x7f_45_4c_46 || program[4] !== 2 || program[5] !== 1)
    throw new Error('This is not an ELF program of 64 bits.')
  const start = Number(program.readBigUInt64LE(programHeaders))
  const size = program.readUInt16LE(programHeaderSize)
  const count = program.readUInt16LE(programHeaderCount)
  const ends = Array.from({ length: count }, (_, index) => {
    const header = start + index * size
    const position = (field: number) => Number(program.readBigUInt64LE(header + field))
    return position(segmentOffset) + position(segmentSize)
  })
  const loaded = Buffer.from(program.subarray(0, Math.max(start + count * size, ...ends)))
  loaded.writeBigUInt64LE(0n, sectionHeaders)
  loaded.writeUInt16LE(0, sectionHeaderCount)
  loaded.writeUInt16LE(0, sectionOfNames)
  return loaded
}
