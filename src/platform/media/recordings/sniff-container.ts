/** Demuxer of ffmpeg that reads the container. Every other one is refused: some of them open further files. */
export type Container = 'mov' | 'matroska' | 'ogg' | 'wav' | 'mp3' | 'aac' | 'flac'

/** Bytes from the beginning of a file that are needed to detect its container. */
export const containerHeadLength = 64

const boxTypes = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp']
/** Brands of ISO files that contain pictures. */
const pictureBrands = ['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis', 'crx ']

/** Container of a video or audio file by its first bytes, whatever its name or declared type. */
export function sniffContainer(head: Buffer): Container | undefined {
	const text = (from: number, to: number) => head.toString('latin1', from, to)
	if (boxTypes.includes(text(4, 8))) return isPicture(text(4, 12)) ? undefined : 'mov'
	if (text(0, 4) === '\x1a\x45\xdf\xa3') return 'matroska'
	if (text(0, 4) === 'OggS') return 'ogg'
	if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav'
	if (text(0, 4) === 'fLaC') return 'flac'
	if (text(0, 3) === 'ID3') return 'mp3'
	return sniffFrames(head)
}

const isPicture = (typeAndBrand: string) =>
	typeAndBrand.startsWith('ftyp') && pictureBrands.includes(typeAndBrand.slice(4))

/** Frame headers of MPEG audio and ADTS, which share their synchronisation bits. */
function sniffFrames(head: Buffer): Container | undefined {
	const [first = 0, second = 0, third = 0] = head
	if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
	if ((second & 0xf6) === 0xf0) return (third & 0x3c) >> 2 <= 12 ? 'aac' : undefined
	const isLayer3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08
	return isLayer3 && third >> 4 !== 15 && (third & 0x0c) !== 0x0c ? 'mp3' : undefined
}
