const maxSidePixels = 2_048
const quality = 0.85

/**
 * Scales a picture down to save storage and bandwidth. Files that cannot be decoded, or are small enough, are returned
 * unchanged.
 */
export async function downscalePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const scale = maxSidePixels / Math.max(bitmap.width, bitmap.height)
  if (scale >= 1) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((resolve) => {
    canvas.toBlob((made) => resolve(made && made.size < file.size ? made : file), 'image/jpeg', quality)
  })
}
