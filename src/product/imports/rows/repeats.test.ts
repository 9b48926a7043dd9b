import { expect, it } from 'vitest'
import { createRepeats, type Saying } from './repeats.ts'

const say = (day: number | null, email: string | null = null): Saying => ({ day, email })

it.each<[string, Saying[], Saying, boolean]>([
	['nothing tells them apart', [say(null)], say(null), true],
	['one has a day and the other none', [say(3)], say(null), true],
	['the days differ', [say(3)], say(4), false],
	['the days are the same', [say(3)], say(3), true],
	['the addresses differ on one day', [say(3, 'a@x.example')], say(3, 'b@x.example'), false],
	['the address is the same on another day', [say(3, 'a@x.example')], say(4, 'a@x.example'), true],
	['one has an address, on another day', [say(3, 'a@x.example')], say(4), false],
	['one has an address, on the same day', [say(3, 'a@x.example')], say(3), true],
	['several days, and a new one', [say(1), say(2), say(3)], say(4), false],
	['several days, and one of them', [say(1), say(2), say(3)], say(2), true],
	['several days, and none', [say(1), say(2)], say(null), true],
	['one of several is undated', [say(1), say(null)], say(9), true],
	['two addresses, and a third', [say(1, 'a@x.example'), say(1, 'b@x.example')], say(1, 'c@x.example'), false],
	['two addresses and one without, and a third', [say(1, 'a@x.example'), say(1)], say(1, 'c@x.example'), true],
	[
		'two addresses, and one without a day',
		[say(1, 'a@x.example'), say(2, 'b@x.example')],
		say(null, 'c@x.example'),
		false,
	],
])('two sayings with the same words: %s', (_, before, next, isFound) => {
	const repeats = createRepeats()
	for (const entry of before) repeats.add('words', entry)
	expect(repeats.find('words', next) !== undefined).toBe(isFound)
	expect(repeats.find('other words', next)).toBeUndefined()
})
