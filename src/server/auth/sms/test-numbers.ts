import type { Config } from '#server/config.ts'

/** Numbers that are never written to and take a fixed code (auth.md 6.3). */
export type TestNumbers = {
	/** The code of a test number; nothing for any other, and for all of them after the last day. */
	codeOf(phone: string): string | undefined
	isEmpty: boolean
}

/** Reads `15550001111=123456,…`. */
export function readTestNumbers(
	{ SMS_TEST_OTP, SMS_TEST_OTP_UNTIL }: Pick<Config, 'SMS_TEST_OTP' | 'SMS_TEST_OTP_UNTIL'>,
	now: () => number = Date.now,
): TestNumbers {
	const pairs = (SMS_TEST_OTP ?? '').split(',').map((pair) => pair.trim().split('='))
	const codes = new Map(pairs.map(([phone = '', code = '']) => [phone.replace(/^\+/, ''), code]))
	const end = SMS_TEST_OTP_UNTIL ? Date.parse(SMS_TEST_OTP_UNTIL) : Infinity
	return {
		codeOf: (phone) => (now() < end ? codes.get(phone) : undefined),
		isEmpty: !SMS_TEST_OTP,
	}
}
