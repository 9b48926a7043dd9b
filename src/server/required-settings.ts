/** Choices that are nothing without further settings. */
const needs: readonly { name: string; value: string; further: readonly string[] }[] = [
	{
		name: 'SMS_PROVIDER',
		value: 'twilio',
		further: ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM'],
	},
	{
		name: 'SMS_PROVIDER',
		value: 'webhook',
		further: ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
	},
	{
		name: 'CAPTCHA_PROVIDER',
		value: 'turnstile',
		further: ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
	},
	{
		name: 'CAPTCHA_PROVIDER',
		value: 'hcaptcha',
		further: ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
	},
]

/** One line for each choice in an environment that lacks a setting it needs. */
export function missingSettings(given: Readonly<Record<string, string | undefined>>): string[] {
	return needs.flatMap(({ name, value, further }) => {
		const missing = further.filter((other) => !given[other])
		return given[name] === value && missing.length > 0
			? [`${name}=${value} needs ${missing.join(', ')}.`]
			: []
	})
}
