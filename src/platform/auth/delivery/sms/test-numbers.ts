import type { Config } from '#platform/config/config.ts'

/** Numbers that get no messages and accept a fixed code. */
export type TestNumbers = {
	/** The code of a test number; undefined for others, and for all after SMS_TEST_OTP_UNTIL. */
	codeOf(phone: string): string | undefined
	isEmpty: boolean
}

/** Parses `15550001111=123456,…`. */
export function parseTestNumbers(
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
