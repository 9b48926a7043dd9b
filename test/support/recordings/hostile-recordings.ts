import { gzipSync } from 'node:zlib'
import { box, boxesOf, changeBoxes, uint32 } from './boxes.ts'
import { browserWebm, cameraMp4, type Films, marker, type RecordingCase, recording, tone } from './case.ts'

const secret = 'file:///etc/passwd'
const video = (name: string, expected: RecordingCase['expected'], bytes: RecordingCase['bytes'] | Buffer | string) =>
	recording(name, 'video', expected, bytes)
const refused = (name: string, bytes: RecordingCase['bytes'] | Buffer | string) => video(name, 'unreadable', bytes)
const shown = { seconds: 2, width: 160, height: 90, channels: 2 }

/** Playlists, descriptions and subtitles; ffmpeg opens the files that they name. */
const references: Record<string, (url: string) => string> = {
	m3u8: (url) => `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:2,\n${url}\n#EXT-X-ENDLIST\n`,
	mpd: (url) =>
		`<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>${url}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
	concat: (url) => `ffconcat version 1.0\nfile '${url}'\n`,
	sdp: () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n',
	srt: (url) => `1\n00:00:00,000 --> 00:00:01,000\n${url}\n`,
	ass: (url) => `[Script Info]\nTitle: ${url}\n[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,${url}\n`,
	imf: (url) => `<?xml version="1.0"?><CompositionPlaylist><Id>${url}</Id></CompositionPlaylist>`,
	xspf: (url) =>
		`<?xml version="1.0"?><playlist><trackList><track><location>${url}</location></track></trackList></playlist>`,
}

/** An alias of QuickTime: a data reference to a file elsewhere. ffmpeg opens it when it is told to. */
function alias(path: string): Buffer {
	const name = Buffer.from(path)
	const record = Buffer.alloc(150)
	record.writeUInt16BE(2, 4)
	const fullPath = Buffer.concat([
		Buffer.from([0, 2, name.length >> 8, name.length & 0xff]),
		name,
		Buffer.alloc(name.length % 2),
	])
	return Buffer.concat([uint32(0), record, fullPath, Buffer.from('ffff0000', 'hex')])
}

const dataReference = (films: Films, type: string, content: Buffer) =>
	cameraMp4(films).then((bytes) => changeBoxes(bytes, 'dref', () => Buffer.concat([uint32(0, 1), box(type, content)])))

const head = (brand: string) => Buffer.concat([box('ftyp', brand, uint32(0), brand), Buffer.alloc(200)])

/** Files that want others to be opened, pretend to be something else, or are not recordings at all. */
export const hostileRecordings: RecordingCase[] = [
	...Object.entries(references).flatMap(([type, text]) => [
		refused(`${type} that names a file`, text(secret)),
		refused(`${type} that names a server`, async (_, canary) => Buffer.from(text(`${canary}/${type}`))),
	]),
	refused('playlist behind the header of an mp4', async (_, canary) =>
		Buffer.concat([box('ftyp', 'isom'), Buffer.from(references.m3u8?.(`${canary}/behind`) ?? '')]),
	),
	refused('mov that refers to another film', async (_, canary) =>
		Buffer.concat([
			box('ftyp', 'qt  '),
			box('moov', box('rmra', box('rmda', box('rdrf', uint32(0), 'url ', uint32(canary.length + 1), `${canary}\0`)))),
		]),
	),
	refused('mov whose samples are in another file', (films) => dataReference(films, 'alis', alias('/etc/passwd'))),
	video('mp4 whose samples are at another address', shown, (films, canary) =>
		dataReference(films, 'url ', Buffer.concat([uint32(0), Buffer.from(`${canary}/samples\0`)])),
	),
	refused('html in front of an mp4', async (films) =>
		Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), await cameraMp4(films)]),
	),
	video('html inside an mp4', shown, async (films) =>
		Buffer.concat([box('free', `<html><script>${marker}</script>`), await free(films)]),
	),
	refused('zip in front of an mp4', async (films) =>
		Buffer.concat([Buffer.from('PK\x03\x04'), await cameraMp4(films)]),
	),
	video('zip behind a webm', shown, async (films) =>
		Buffer.concat([await browserWebm(films), Buffer.from(`PK\x03\x04${marker}PK\x05\x06`), Buffer.alloc(18)]),
	),
	video('mp4 with hidden text in its pictures', shown, (films) =>
		films.make(
			`-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bsf:v h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${marker} -c:a aac`,
			'mp4',
		),
	),
	video('mp4 with hidden text in units that no decoder reads', { seconds: 2, width: 160, height: 90 }, hiddenUnits),
	refused('jpeg', Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(500)])),
	refused('png', (films) => films.make('-frames:v 1', 'png', { sound: '' })),
	refused('gif', (films) => films.make('-r 5', 'gif', { sound: '' })),
	refused('svg', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
	refused('pdf', `%PDF-1.7\n1 0 obj <</URI (${secret})>> endobj`),
	refused('elf program', Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(500)])),
	refused('gzip of fifty megabytes', gzipSync(Buffer.alloc(50 * 1024 * 1024))),
	refused('heic picture', head('heic')),
	refused('avif picture', head('avif')),
	refused('avi', (films) => films.make('-c:v mpeg4 -c:a libmp3lame', 'avi')),
	refused('flv', (films) => films.make('-c:v flv1 -c:a libmp3lame -ar 44100', 'flv')),
	refused('mpeg transport stream', (films) => films.make('-c:v mpeg2video -c:a mp2', 'ts')),
	refused('mov with a codec of screen recorders', (films) => films.make('-c:v qtrle -c:a aac', 'mov')),
	recording('text that begins like mp3', 'audio', 'unreadable', `ID3${secret}`.padEnd(900, 'x')),
	recording(
		'text that begins like aac',
		'audio',
		'unreadable',
		Buffer.concat([Buffer.from('fff15080', 'hex'), Buffer.alloc(900)]),
	),
]

/** Text in units of H.264 whose type (30) has no meaning, before every picture. */
async function hiddenUnits(films: Films): Promise<Buffer> {
	const bare = await films.make('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf 0', 'h264', { sound: '' })
	const code = Buffer.from('000001', 'hex')
	const starts: number[] = []
	for (let at = bare.indexOf(code); at >= 0; at = bare.indexOf(code, at + 1))
		if ([0x41, 0x61, 0x65].includes(bare[at + 3] ?? 0)) starts.push(at)
	const unit = Buffer.concat([Buffer.from('0000011e', 'hex'), Buffer.from(marker)])
	const parts = starts.map((from, i) => Buffer.concat([unit, bare.subarray(from, starts[i + 1])]))
	const path = await films.keep('hidden', Buffer.concat([bare.subarray(0, starts[0]), ...parts]), 'h264')
	return films.run(['-r', '30', '-i', path, '-c', 'copy'], 'mp4')
}

/** A camera's file with its header first, which boxes in front would shift otherwise. */
async function free(films: Films): Promise<Buffer> {
	const bytes = await films.make(
		'-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -movflags frag_keyframe+empty_moov+default_base_moof',
		'pipe:mp4',
	)
	return boxesOf(bytes).length > 0 ? bytes : Buffer.alloc(0)
}

const tooMany = (name: string, streams: number, type: string) =>
	recording(name, 'audio', 'too_many_streams', (films) =>
		films.run(
			[
				'-f',
				'lavfi',
				'-i',
				tone,
				...Array.from({ length: streams }, () => ['-map', '0']).flat(),
				'-c',
				'pcm_s16le',
				'-t',
				'0.02',
			],
			type,
		),
	)

/** A key frame of VP8 states its size in four bytes after its start code. */
async function vp8Claiming(films: Films, side: number): Promise<Buffer> {
	const bytes = Buffer.from(await films.make('-c:v libvpx -frames:v 3', 'webm', { sound: '' }))
	const code = Buffer.from('9d012a', 'hex')
	for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) {
		bytes.writeUInt16LE(side, at + 3)
		bytes.writeUInt16LE(side, at + 5)
	}
	return bytes
}

/** Files that would take more memory or time than one recording may. */
export const costlyRecordings: RecordingCase[] = [
	tooMany('matroska with a hundred streams', 100, 'mka'),
	tooMany('mov with twenty streams', 20, 'mov'),
	recording('matroska with a thousand streams', 'audio', 'too_many_streams', manyTracks),
	video('webm whose pictures claim 16000×16000', 'too_large_picture', (films) => vp8Claiming(films, 16_000)),
	video('mp4 with pictures that are 16000 pixels wide', 'too_large_picture', (films) =>
		films.make('-vf scale=16000:64 -c:v mjpeg -pix_fmt yuvj420p -frames:v 1', 'mp4', { sound: '' }),
	),
	recording(
		'video one second longer than tolerated',
		'video',
		'too_long',
		(films) =>
			films.make('-c:v mpeg4', 'mp4', {
				picture: 'testsrc2=size=160x90:rate=10:duration=5',
				sound: '',
			}),
		2,
	),
	recording('two pictures four hours apart', 'video', 'too_long', (films) =>
		films.make('-frames:v 2 -vf setpts=N*14400/TB -vsync vfr -c:v libvpx', 'webm', { sound: '' }),
	),
	recording('four hours of silence', 'audio', 'too_long', async (films) => {
		const second = await films.make('-ar 8000 -c:a aac -b:a 8k', 'adts', {
			picture: '',
			sound: 'anullsrc=r=8000:cl=mono:d=1',
		})
		return Buffer.concat(Array.from({ length: 14_400 }, () => second))
	}),
]

/** A header of Matroska with a thousand tracks of sound. */
async function manyTracks(): Promise<Buffer> {
	const element = (id: string, ...contents: Buffer[]) => {
		const body = Buffer.concat(contents)
		const size = Buffer.alloc(8)
		size.writeBigUInt64BE(BigInt(body.length))
		size[0] = 0x01
		return Buffer.concat([Buffer.from(id, 'hex'), size, body])
	}
	const tracks = Array.from({ length: 1000 }, (_, i) =>
		element(
			'ae',
			element('d7', uint32(i + 1)),
			element('73c5', uint32(i + 1)),
			element('83', Buffer.from([2])),
			element('86', Buffer.from('A_PCM/INT/LIT')),
		),
	)
	const block = element('a3', Buffer.from('8100008000000000', 'hex'))
	const cluster = element('1f43b675', element('e7', uint32(0)), block)
	return Buffer.concat([
		element('1a45dfa3', element('4282', Buffer.from('matroska'))),
		element(
			'18538067',
			element('1549a966', element('2ad7b1', uint32(1_000_000))),
			element('1654ae6b', ...tracks),
			cluster,
		),
	])
}
