import { browserWebm, h264, marker, type RecordingCase, recording, testPicture, tone } from './case.ts'

const small = { seconds: 2, width: 160, height: 90, channels: 2 }
const video = (name: string, expected: RecordingCase['expected'], bytes: RecordingCase['bytes']) =>
	recording(name, 'video', expected, bytes)

/** Videos of unusual rates, sizes, lengths and tracks, as camcorders and editing programs write them. All are shown. */
export const oddVideos: RecordingCase[] = [
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
