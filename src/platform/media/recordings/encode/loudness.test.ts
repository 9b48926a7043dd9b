import { expect, test } from 'vitest'
import { parseLoudness } from './loudness.ts'

const measured = '{"input_i":"-20.1","input_tp":"-3.0","input_lra":"4.0","input_thresh":"-30.1","target_offset":"0.1"}'

test('the loudness is read from the end of a log whose titles have braces, and is absent from a log without it', () => {
	expect(parseLoudness(`title : {first}\n[Parsed_loudnorm_2 @ 0x1]\n${measured}\n`)).toMatchObject({ input_i: -20.1 })
	expect(parseLoudness('title : {first}')).toBeUndefined()
	expect(parseLoudness('')).toBeUndefined()
})
