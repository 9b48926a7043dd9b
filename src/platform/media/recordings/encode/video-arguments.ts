import { threads } from '#platform/media/recordings/ffmpeg/input-arguments.ts'
import type { ProbedRecording } from '#platform/media/recordings/probe/probe-recording.ts'
import type { VideoPlan } from './plan-video.ts'

type Video = NonNullable<ProbedRecording['video']>

/** Bits per second that a second of the shown picture may need at most. */
export const maxVideoBitRate = 6_000_000

/** Keeps pictures and their parameters. Captions, settings of the encoder, and whatever else was hidden in other units goes. */
const withoutMessages = ['-bsf:v', 'filter_units=pass_types=1-5|7-8']

/** Arguments for the shown picture. */
export function videoArguments(video: Video, plan: VideoPlan, hasToneMapping: boolean): string[] {
	if (plan.isCopy) return ['-c:v', 'copy', ...withoutMessages]
	return [
		...['-vf', videoFilters(video, plan, hasToneMapping).join(',')],
		// Measured with film-like 1080p: subme=1 takes a third of the time off this preset, and no quality that can be seen.
		...['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', 'subme=1', '-crf', '23'],
		...['-maxrate', String(maxVideoBitRate), '-bufsize', String(2 * maxVideoBitRate)],
		...[
			'-profile:v',
			'high',
			'-pix_fmt',
			'yuv420p',
			'-g',
			String(Math.ceil(plan.fps * 2)),
			'-threads',
			String(threads),
		],
		...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'],
		...withoutMessages,
	]
}

function videoFilters(
	{ isHdr, isInterlaced, hasColorSpace, height }: Video,
	plan: VideoPlan,
	hasToneMapping: boolean,
): string[] {
	const { width, height: shownHeight, fps } = plan
	const size = `${width}:${shownHeight}`
	const rate = `${isInterlaced ? 'yadif=deint=interlaced,' : ''}fps=${fps}:start_time=0`
	if (isHdr && hasToneMapping)
		return [
			rate,
			// The size changes first: linear light needs twelve bytes for each pixel.
			`scale=${size}:flags=bicubic`,
			'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=mobius:desat=0',
			'zscale=t=bt709:m=bt709:r=tv,format=yuv420p,setsar=1',
		]
	// Untagged small pictures are those of standard definition.
	const matrix = hasColorSpace ? '' : `:in_color_matrix=${height >= 720 ? 'bt709' : 'bt601'}`
	return [
		rate,
		`scale=${size}:flags=bicubic${matrix}:out_color_matrix=bt709:out_range=tv`,
		'setsar=1',
		'format=yuv420p',
	]
}
