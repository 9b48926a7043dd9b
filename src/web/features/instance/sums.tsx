import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { formatCount, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { formatRelative, formatTime } from '#web/lib/format/format-time.ts'

const monthDays = 30

/** Four figures at the head of the page. */
export function Sums({ report }: { report: InstanceReport }) {
	const { at, uptime, testimonials, disk, spaces } = report
	const startedAt = uptime === null ? null : new Date(Date.parse(at) - uptime * 1000).toISOString()
	const figures: [name: string, value: string, more: string][] = [
		[
			'Up for',
			uptime === null ? '–' : formatUptime(uptime),
			startedAt ? `since ${uptime && uptime < 3600 ? formatTime(startedAt) : formatRelative(startedAt)}` : '',
		],
		['Answers in', ...answerTimes(report)],
		[
			'Sent today',
			formatNumber(testimonials.today),
			`${testimonials.today === 1 ? 'testimonial' : 'testimonials'} in ${formatCount(spaces.length, 'space')}`,
		],
		['Free disk', formatSize(disk.free), `of ${formatSize(disk.size)}${timeUntilFull(report)}`],
	]
	return (
		<dl className="instance-sums">
			{figures.map(([name, value, more]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>
						{value}
						<small>{more}</small>
					</dd>
				</div>
			))}
		</dl>
	)
}

function answerTimes({ latency, at }: InstanceReport): [value: string, more: string] {
	if (!latency) return ['–', 'no answer yet']
	const { median, percentile99, since } = latency
	const isWholeHour = Date.parse(at) - Date.parse(since) >= 55 * 60_000
	const window = isWholeHour ? 'of the last hour' : `since ${formatTime(since)}`
	return [formatMilliseconds(median), `middle ${window}; 1 in 100 over ${formatMilliseconds(percentile99)}`]
}

function formatMilliseconds(milliseconds: number): string {
	if (milliseconds >= 1000) return `${formatNumber(Math.round(milliseconds / 100) / 10)}\u00a0s`
	return `${milliseconds < 10 ? formatNumber(Math.round(milliseconds * 10) / 10) : Math.round(milliseconds)}\u00a0ms`
}

/** The time until the disk is full if files come in as in the last thirty days; nothing beyond three years, or when they are in S3. */
function timeUntilFull({ disk, storage }: InstanceReport): string {
	if (storage.where === 's3' || storage.month_bytes <= 0) return ''
	const days = (Math.max(0, disk.free - disk.reserved) / storage.month_bytes) * monthDays
	if (days > 3 * 365) return ''
	const months = Math.floor(days / monthDays)
	return `, enough for about ${months >= 2 ? formatCount(months, 'month') : formatCount(Math.floor(days), 'day')}`
}

function formatUptime(seconds: number): string {
	const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor)
	if (days) return formatCount(days, 'day')
	return hours ? `${hours} h ${minutes} min` : `${minutes} min`
}
