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

type Given = Readonly<Record<string, string | undefined>>

/** One line for each choice in an environment that lacks a setting it needs. */
export function missingSettings(given: Given): string[] {
	const lacking = needs.flatMap(({ name, value, further }) => {
		const missing = further.filter((other) => !given[other])
		return given[name] === value && missing.length > 0
			? [`${name}=${value} needs ${missing.join(', ')}.`]
			: []
	})
	if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
		lacking.push('DATABASE_DIRECT_URL needs DATABASE_URL, the address for requests.')
	return [...lacking, ...halfBucket(given)]
}

/** Half a bucket would quietly mean files on disk, or requests that nobody signs. */
function halfBucket(given: Given): string[] {
	const problems: string[] = []
	if (!given.S3_BUCKET && Object.keys(given).some((name) => name.startsWith('S3_')))
		problems.push('The S3_… settings need S3_BUCKET.')
	if (Boolean(given.S3_ACCESS_KEY_ID) !== Boolean(given.S3_SECRET_ACCESS_KEY))
		problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.')
	if (given.S3_BUCKET && !given.S3_ENDPOINT && !given.S3_REGION)
		problems.push('S3_BUCKET needs S3_REGION, or S3_ENDPOINT when it is not at AWS.')
	return problems
}
