import { box, boxesOf, changeBoxes, uint32 } from './boxes.ts'
import { browserWebm, cameraMp4, type Films, h264, type RecordingCase, recording, tone } from './case.ts'
import { randomFill } from './random-bytes.ts'

const video = (name: string, expected: RecordingCase['expected'], bytes: RecordingCase['bytes'] | Buffer) =>
	recording(name, 'video', expected, bytes)
const shown = { seconds: 2, width: 160, height: 90 }
const cut = async (bytes: Promise<Buffer>, part: number) => {
	const whole = await bytes
	return whole.subarray(0, Math.floor(whole.length * part))
}
const ftyp = box('ftyp', 'isom', uint32(512), 'isomiso2mp41')

/** Sets the duration of a header box of version 0, which follows times and a scale. */
const stating = (films: Films, type: 'mvhd' | 'mdhd', seconds: number) =>
	cameraMp4(films).then((bytes) =>
		changeBoxes(bytes, type, (content) => {
			content.writeUInt32BE(seconds * content.readUInt32BE(12), 16)
			return content
		}),
	)

/** Changes bytes of the media data and keeps the header. */
async function withErrors(films: Films): Promise<Buffer> {
	const bytes = Buffer.from(await cameraMp4(films))
	const from = bytes.indexOf('mdat') + 2000
	for (let at = from; at < bytes.indexOf('moov') - 100; at += 701) bytes[at] = (bytes[at] ?? 0) ^ 0x55
	return bytes
}

/** Files that are cut off, lie about themselves, or break the rules of their container. */
export const damagedRecordings: RecordingCase[] = [
	video('empty file', 'unreadable', Buffer.alloc(0)),
	video('file of one byte', 'unreadable', Buffer.from([0x1a])),
	...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) =>
		video(`mp4 cut off at ${tenth} tenths`, 'unreadable', (films) => cut(cameraMp4(films), tenth / 10)),
	),
	video('webm cut off in the middle', { seconds: 1, width: 160, height: 90 }, async (films) => {
		const cluster = Buffer.from('1f43b675', 'hex')
		// A cluster begins with each second.
		const whole = await films.make('-c:v libvpx -g 30 -c:a libopus -cluster_time_limit 1000', 'pipe:webm')
		return whole.subarray(0, whole.indexOf(cluster, whole.indexOf(cluster) + 1))
	}),
	video('webm cut off in its header', 'unreadable', (films) => cut(browserWebm(films), 0.004)),
	video('mp4 in fragments cut off in its header', 'unreadable', (films) =>
		films.make(`${h264} -movflags frag_keyframe+empty_moov`, 'pipe:mp4').then((bytes) => bytes.subarray(0, 60)),
	),
	video('mp4 whose header is that of another file', 'unreadable', async (films) => {
		const header = boxesOf(await cameraMp4(films)).find(({ type }) => type === 'moov')?.content ?? ''
		return Buffer.concat([ftyp, box('mdat', randomFill(5000)), box('moov', header)])
	}),
	video('header of an mp4 and noise', 'unreadable', Buffer.concat([ftyp, randomFill(50_000)])),
	video(
		'header of a webm and noise',
		'unreadable',
		Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomFill(50_000)]),
	),
	video('mp4 with errors in its pictures', shown, withErrors),
	video('mp4 that states one second', shown, (films) => stating(films, 'mvhd', 1)),
	video('mp4 that states ten hours', shown, (films) => stating(films, 'mvhd', 36_000)),
	video('mp4 whose streams state ten hours', shown, (films) => stating(films, 'mdhd', 36_000)),
	video('box of four gigabytes', 'unreadable', Buffer.concat([ftyp, uint32(0xffffffff), Buffer.from('moov')])),
	video(
		'box of sixteen exabytes',
		'unreadable',
		Buffer.concat([ftyp, uint32(1), Buffer.from('moov'), uint32(0xffffffff, 0xffffffff), Buffer.alloc(64)]),
	),
	video(
		'thousands of boxes without a size',
		'unreadable',
		Buffer.concat([ftyp, ...Array.from({ length: 5000 }, () => Buffer.concat([uint32(0), Buffer.from('moov')]))]),
	),
	video('thousand boxes inside each other', 'unreadable', () => {
		let nested: Buffer = Buffer.alloc(8)
		for (let depth = 0; depth < 1000; depth++) nested = box('moov', nested)
		return Promise.resolve(Buffer.concat([ftyp, nested]))
	}),
	video('sample table of four thousand million entries', 'unreadable', async (films) =>
		changeBoxes(await cameraMp4(films), 'stsz', () => uint32(0, 0, 0xffffffff)),
	),
	video('times of samples that last for years', 'too_long', async (films) =>
		changeBoxes(
			changeBoxes(await cameraMp4(films), 'edts', () => box('free')),
			'stts',
			(content) => uint32(0, 1, content.readUInt32BE(8), 0x00ffffff),
		),
	),
	recording('ogg cut off in its header', 'audio', 'unreadable', (films) =>
		films.make('-c:a libopus', 'ogg', { picture: '', sound: tone }).then((bytes) => bytes.subarray(0, 40)),
	),
	recording('wav without samples', 'audio', 'unreadable', (films) =>
		films.make('-c:a pcm_s16le', 'wav', { picture: '', sound: tone }).then((bytes) => bytes.subarray(0, 44)),
	),
]
