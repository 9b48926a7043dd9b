import { z } from 'zod'
import { parseJson } from '#platform/media/recordings/parse-json.ts'

/** Loudness of the shown sound (EBU R128), in LUFS, and its highest true peak, in dBTP. */
const target = { loudness: -16, truePeak: -1.5, range: 20 }
/** Below this there is only noise, which stays as quiet as it is. */
const silence = -50
const maxGain = 20

const decibels = z.coerce.number()
const measurement = z.object({
	input_i: decibels,
	input_tp: decibels,
	input_lra: decibels,
	input_thresh: decibels,
	target_offset: decibels,
})
/** The measurements of the first pass of `loudnorm`. */
export type Loudness = z.output<typeof measurement>

const goal = (loudness: number) => `loudnorm=I=${loudness}:TP=${target.truePeak}:LRA=${target.range}`

/** Filter of the first pass, which prints its result as JSON. */
export const measureFilter = `${goal(target.loudness)}:print_format=json`

/** Reads the end of the log of the first pass; nothing when there is only silence or noise. */
export function parseLoudness(log: string): Loudness | undefined {
	// The log names titles of the file as well, which may contain braces.
	const json = log.slice(log.lastIndexOf('{'), log.lastIndexOf('}') + 1)
	// Digital silence has a loudness of -inf, which is no number.
	const parsed = measurement.safeParse(parseJson(json))
	return parsed.success && parsed.data.input_i > silence ? parsed.data : undefined
}

/** Filter of the second pass. Its gain is constant unless peaks would be cut off. */
export function evenLoudness({ input_i, input_tp, input_lra, input_thresh, target_offset }: Loudness): string {
	const loudness = Math.min(target.loudness, input_i + maxGain)
	const offset = loudness === target.loudness ? target_offset : 0
	return (
		`${goal(loudness)}:linear=true:measured_I=${input_i}:measured_TP=${input_tp}` +
		`:measured_LRA=${input_lra}:measured_thresh=${input_thresh}:offset=${offset}`
	)
}
