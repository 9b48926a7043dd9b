import { cameraMp4, type Films, h264, marker, type RecordingCase, recording, tone } from './case.ts'

const audio = (name: string, expected: RecordingCase['expected'], bytes: RecordingCase['bytes']) =>
	recording(name, 'audio', expected, bytes)
const mono = { seconds: 2, channels: 1 }
const voice =
	(how: string, type: string, sound = tone) =>
	(films: Films) =>
		films.make(how, type, { picture: '', sound })

/** Sound with a cover picture, as music files have it. */
async function withCover(films: Films, how: string, type: string): Promise<Buffer> {
	const cover = await films.keep('cover', films.make('-frames:v 1', 'png', { sound: '' }), 'png')
	const args = ['-f', 'lavfi', '-i', tone, '-i', cover, '-map', '0', '-map', '1', '-disposition:v:0', 'attached_pic']
	return films.run([...args, '-metadata', `title=${marker}`, ...how.split(' ')], type)
}

/** Sound recordings as browsers, phones and editing programs write them. */
export const soundAudio: RecordingCase[] = [
	audio('ogg with opus', mono, voice('-c:a libopus', 'ogg')),
	audio('webm with opus without duration', mono, voice('-c:a libopus', 'pipe:webm')),
	audio('mp4 in fragments with aac', mono, voice('-c:a aac -movflags frag_keyframe+empty_moov', 'pipe:mp4')),
	audio('m4a with a cover picture', mono, (films) => withCover(films, '-c:a aac -c:v mjpeg', 'm4a')),
	audio('mp3 with a cover picture', mono, (films) => withCover(films, '-c:a libmp3lame -c:v mjpeg', 'mp3')),
	audio('mp3 without tags', mono, voice('-c:a libmp3lame -id3v2_version 0 -write_xing 0', 'mp3')),
	audio('wav', mono, voice('-c:a pcm_s16le', 'wav')),
	audio('wav with 24 bits', mono, voice('-c:a pcm_s24le', 'wav')),
	audio('wav of a telephone', mono, voice('-ar 8000 -c:a pcm_mulaw', 'wav')),
	audio('flac', mono, voice('-c:a flac', 'flac')),
	audio('aac without container', mono, voice('-c:a aac', 'adts')),
	audio('m4a with lossless sound', mono, voice('-c:a alac', 'm4a')),
	audio('stereo m4a', { seconds: 2, channels: 2 }, voice('-c:a aac -ac 2', 'm4a')),
	audio('wav with silence', mono, voice('-ac 1', 'wav', 'anullsrc=duration=2')),
	audio('wav that is as loud as it can be', mono, voice('-af volume=60dB', 'wav')),
	audio('sound of a video', mono, cameraMp4),
	audio('video without sound', 'no_audio', (films) => films.make(h264, 'mp4', { sound: '' })),
	audio('wav in a codec that no recorder writes', 'unreadable', voice('-c:a adpcm_ms', 'wav')),
	recording('m4a as a video', 'video', 'no_video', voice('-c:a aac', 'm4a')),
	recording('m4a with a cover picture as a video', 'video', 'no_video', (films) =>
		withCover(films, '-c:a aac -c:v mjpeg', 'm4a'),
	),
]
