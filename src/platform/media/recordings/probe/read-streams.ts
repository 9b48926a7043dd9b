import { z } from 'zod'
import { parseJson } from '#platform/media/recordings/parse-json.ts'
import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'

const ratio = z.string().transform((text) => {
	const [a = 0, b = 0] = text.split(/[/:]/).map(Number)
	return b > 0 ? a / b : 0
})
const stream = z.object({
	index: z.int(),
	codec_type: z.string().optional(),
	codec_name: z.string().optional(),
	profile: z.coerce.string().optional(),
	pix_fmt: z.string().optional(),
	field_order: z.string().optional(),
	width: z.int().optional(),
	height: z.int().optional(),
	sample_aspect_ratio: ratio.optional(),
	r_frame_rate: ratio.optional(),
	color_transfer: z.string().optional(),
	color_space: z.string().optional(),
	channels: z.int().optional(),
	sample_rate: z.coerce.number().optional(),
	disposition: z.object({ attached_pic: z.int().default(0), default: z.int().default(0) }).optional(),
	side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
})
const answer = z.object({ streams: z.array(stream).default([]) })
type Stream = z.output<typeof stream>

/** Fields that `parseStreams` reads. */
export const streamEntries =
	'stream=index,codec_type,codec_name,profile,pix_fmt,field_order,width,height,sample_aspect_ratio,r_frame_rate,' +
	'color_transfer,color_space,channels,sample_rate:stream_disposition=attached_pic,default:stream_side_data=rotation'

export type VideoStream = {
	index: number
	codec: string
	profile: string
	pixelFormat: string
	/** True when a frame consists of two moments, as of camcorders. */
	isInterlaced: boolean
	/** Pixels as they are stored, before rotation. */
	width: number
	height: number
	/** Clockwise degrees: 0, 90, 180 or 270. */
	rotation: number
	/** Width of a pixel by its height. */
	pixelAspect: number
	/** Frames per second that the container states; 0 when unknown. */
	statedFps: number
	/** PQ or HLG, which need tone mapping. */
	isHdr: boolean
	hasColorSpace: boolean
}
export type AudioStream = { index: number; codec: string; channels: number; sampleRate: number }
/** The streams that are used: the first video and the first audio that are meant to be played. */
export type Streams = { video: VideoStream | undefined; audio: AudioStream | undefined; count: number }

/** Reads the JSON of ffprobe. @throws RecordingRejected `unreadable` */
export function parseStreams(json: string): Streams {
	const parsed = answer.safeParse(parseJson(json))
	if (!parsed.success) throw new RecordingRejected('unreadable', 'ffprobe answered in another form')
	const { streams } = parsed.data
	const playable = streams.filter(({ disposition }) => !disposition?.attached_pic)
	const first = (type: string) => {
		const found = playable.filter(({ codec_type, codec_name }) => codec_type === type && codec_name)
		return found.find(({ disposition }) => disposition?.default) ?? found[0]
	}
	const [video, audio] = [first('video'), first('audio')]
	return { video: video && toVideo(video), audio: audio && toAudio(audio), count: streams.length }
}

function toVideo(found: Stream): VideoStream {
	const turned = found.side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
	return {
		index: found.index,
		codec: found.codec_name ?? '',
		profile: found.profile ?? '',
		pixelFormat: found.pix_fmt ?? '',
		isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(found.field_order ?? ''),
		width: found.width ?? 0,
		height: found.height ?? 0,
		// ffprobe counts counter-clockwise.
		rotation: (((Math.round(-turned / 90) * 90) % 360) + 360) % 360,
		pixelAspect: found.sample_aspect_ratio || 1,
		statedFps: found.r_frame_rate ?? 0,
		isHdr: ['smpte2084', 'arib-std-b67'].includes(found.color_transfer ?? ''),
		hasColorSpace: !['unknown', undefined].includes(found.color_space),
	}
}

const toAudio = ({ index, codec_name, channels, sample_rate }: Stream): AudioStream => ({
	index,
	codec: codec_name ?? '',
	channels: channels ?? 0,
	sampleRate: sample_rate ?? 0,
})
