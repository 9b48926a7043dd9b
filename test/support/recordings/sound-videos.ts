import { changeBoxes, uint32 } from './boxes.ts'
import { browserWebm, cameraMp4, type Films, h264, marker, type RecordingCase, recording } from './case.ts'

const small = { seconds: 2, width: 160, height: 90, channels: 2 }
const video = (name: string, expected: RecordingCase['expected'], bytes: RecordingCase['bytes']) =>
	recording(name, 'video', expected, bytes)
const withTags = `-metadata title=${marker} -metadata location=+52.5200+013.4050/ -metadata creation_time=2026-01-01T00:00:00Z`

/** Cosine and sine of an angle in degrees. */
const turns: Record<number, [number, number]> = { 90: [0, 1], 180: [-1, 0], 270: [0, -1] }

/** A camera's file whose transformation matrix turns the picture clockwise. */
async function turned(films: Films, degrees: number): Promise<Buffer> {
	const [cosine, sine] = (turns[degrees] ?? [1, 0]).map((one) => one * 0x10000) as [number, number]
	return changeBoxes(await cameraMp4(films), 'tkhd', (content) => {
		const isSound = content.readUInt16BE(36) > 0
		if (!isSound) uint32(cosine, sine, 0, -sine, cosine, 0, 0, 0, 0x40000000).copy(content, 40)
		return content
	})
}

/** Videos as browsers and phones write them. All are shown. */
export const soundVideos: RecordingCase[] = [
	video('webm of a browser without duration and index', small, browserWebm),
	video('webm with vp9', small, (films) =>
		films.make('-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus', 'pipe:webm'),
	),
	video('webm with vp9 and transparency', small, (films) =>
		films.make(
			'-vf format=yuva420p -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -auto-alt-ref 0 -c:a libopus',
			'webm',
		),
	),
	video('webm with av1', small, (films) =>
		films.make('-c:v libaom-av1 -usage realtime -cpu-used 8 -c:a libopus', 'webm', {
			picture: 'testsrc2=size=160x90:rate=10:duration=2',
		}),
	),
	video('matroska with h264', small, (films) =>
		films.make('-c:v libx264 -preset ultrafast -c:a libopus', 'pipe:matroska'),
	),
	video('mp4 whose header is at its end', small, cameraMp4),
	video('mp4 in fragments', small, (films) =>
		films.make(`${h264} -movflags frag_keyframe+empty_moov+default_base_moof`, 'pipe:mp4'),
	),
	video('mp4 with tags, a place and chapters', small, (films) => films.make(`${h264} ${withTags}`, 'mp4')),
	video('mov of a phone: hevc, ten bits, hlg, place', small, (films) =>
		films.make(
			'-c:v libx265 -preset ultrafast -x265-params log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc ' +
				'-pix_fmt yuv420p10le -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc -tag:v hvc1 -c:a aac ' +
				`-movflags use_metadata_tags -metadata com.apple.quicktime.location.ISO6709=+52.5200+013.4050/ -metadata com.apple.quicktime.make=${marker}`,
			'mov',
		),
	),
	video('mov with pq', small, (films) =>
		films.make(
			'-c:v libx265 -preset ultrafast -x265-params log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc ' +
				'-pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -tag:v hvc1 -c:a aac',
			'mov',
		),
	),
	...[90, 270].map((degrees) =>
		video(`mp4 turned by ${degrees}°`, { ...small, width: 90, height: 160 }, (films) => turned(films, degrees)),
	),
	video('mp4 turned by 180°', small, (films) => turned(films, 180)),
]
