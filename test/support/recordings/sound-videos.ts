import { changeBoxes, uint32 } from './boxes.ts'
import {
	browserWebm,
	cameraMp4,
	type Films,
	h264,
	marker,
	type RecordingCase,
	recording,
	testPicture,
	tone,
} from './case.ts'

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

/** Videos as browsers, phones and editing programs write them. All are shown. */
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
	video('mp4 with a variable frame rate', { ...small, fps: 30 }, (films) =>
		films.make(`-vf select='not(mod(n,3))+not(mod(n,5))' -vsync vfr ${h264} -g 300`, 'mp4'),
	),
	video('mp4 with 60 frames a second', { ...small, fps: 30 }, (films) =>
		films.make(h264, 'mp4', { picture: 'testsrc2=size=160x90:rate=60:duration=2' }),
	),
	video('mp4 with 25 frames a second', { ...small, fps: 25 }, (films) =>
		films.make('-c:v mpeg4 -c:a aac', 'mp4', { picture: 'testsrc2=size=160x90:rate=25:duration=2' }),
	),
	video('mp4 of an odd size', { ...small, width: 640, height: 358 }, (films) =>
		films.make('-vf scale=641:359,setsar=1 -c:v libx264 -preset ultrafast -pix_fmt yuv444p -c:a aac', 'mp4'),
	),
	video('mp4 with ten bits', small, (films) =>
		films.make('-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -c:a aac', 'mp4'),
	),
	video('mp4 with wide pixels', { ...small, width: 320 }, (films) => films.make(`-vf setsar=2 ${h264}`, 'mp4')),
	video('portrait mp4 that is larger than what is shown', { seconds: 1, width: 1080, height: 1920 }, (films) =>
		films.make(h264, 'mp4', {
			picture: 'testsrc2=size=1440x2560:rate=5:duration=1',
			sound: 'sine=frequency=440:duration=1',
		}),
	),
	video('mp4 with opus', small, (films) => films.make('-c:v libx264 -preset ultrafast -c:a libopus', 'mp4')),
	video('mp4 of a single frame', { seconds: 0.03, width: 160, height: 90, channels: 0 }, (films) =>
		films.make(`-frames:v 1 ${h264}`, 'mp4', { sound: '' }),
	),
	video('webm of a single frame with sound', small, (films) =>
		films.make('-c:v libvpx -c:a libopus', 'pipe:webm', { picture: 'testsrc2=size=160x90:rate=30:duration=0.03' }),
	),
	video('mp4 of a camcorder, whose frames are two moments', { ...small, height: 96 }, (films) =>
		films.make(
			'-vf tinterlace=interleave_top -c:v libx264 -preset ultrafast -flags +ildct+ilme -pix_fmt yuv420p -c:a aac',
			'mp4',
			{ picture: 'testsrc2=size=160x96:rate=50:duration=2' },
		),
	),
	video('mp4 without sound', { ...small, channels: 0 }, (films) => films.make(h264, 'mp4', { sound: '' })),
	video('mp4 with silence', small, (films) => films.make(h264, 'mp4', { sound: 'anullsrc=duration=2' })),
	video('mp4 with 7.1 sound', small, (films) =>
		films.make(h264, 'mp4', {
			sound: 'aevalsrc=exprs=sin(440*t)|0|0|0|0|0|0|sin(300*t):channel_layout=7.1:duration=2',
		}),
	),
	video('mp4 whose beginning is cut off by an edit list', { ...small, seconds: 1.5 }, async (films) => {
		const path = await films.keep('cut', films.make(`${h264} -g 60`, 'mp4'), 'mp4')
		return films.run(['-ss', '0.5', '-i', path, '-c', 'copy'], 'mp4')
	}),
	video('webm whose sound begins later', small, async (films) => {
		const path = await films.keep('later', browserWebm(films), 'webm')
		return films.run(
			['-i', path, '-ss', '0.7', '-copyts', '-i', path, '-map', '0:v', '-map', '1:a', '-c', 'copy'],
			'webm',
		)
	}),
	video('mp4 that begins at a negative time', small, (films) =>
		films.make(`${h264} -bf 2 -avoid_negative_ts disabled -output_ts_offset -0.1`, 'mp4'),
	),
	video('mp4 whose sound is shorter than its picture', small, (films) =>
		films.make(h264, 'mp4', { sound: 'sine=frequency=440:duration=0.8' }),
	),
	video('3gp, whose pixels are wide', { ...small, width: 256, height: 144 }, (films) =>
		films.make('-s 176x144 -c:v h263 -c:a aac -ar 8000 -ac 1 -b:a 12k', '3gp'),
	),
	video('matroska with attachments, chapters, subtitles and two sound tracks', small, async (films) => {
		const words = await films.keep('words', Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${marker}\n`), 'srt')
		const note = await films.keep('note', Buffer.from(`#EXTM3U\nfile:///etc/passwd ${marker}`), 'm3u8')
		const chapters = await films.keep(
			'chapters',
			Buffer.from(`;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=${marker}\n`),
			'txt',
		)
		const inputs = [testPicture, tone].flatMap((one) => ['-f', 'lavfi', '-i', one])
		return films.run(
			[
				...[
					...inputs,
					'-i',
					words,
					'-f',
					'ffmetadata',
					'-i',
					chapters,
					'-map',
					'0',
					'-map',
					'1',
					'-map',
					'1',
					'-map',
					'2',
				],
				...['-map_chapters', '3', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'libopus', '-c:s', 'srt'],
				...['-attach', note, '-metadata:s:t', 'mimetype=application/x-mpegURL'],
			],
			'mkv',
		)
	}),
]
