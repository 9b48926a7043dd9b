import type { InvitationProgress } from '#shared/mail/invitation-api.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatDate, formatTime } from '#web/lib/format/format-time.ts'

const hour = 3_600_000

/** A sentence on when the queue will be empty within the operator's limits; empty without a queue. */
export function queueForecast(progress: InvitationProgress, now: Date): string {
	const queued = progress.states.queued ?? 0
	if (queued === 0) return ''
	const waiting = formatCount(queued, 'invitation waits', 'invitations wait')
	// The absence of a mail server has no known end.
	if (progress.put_off > 0) return `${waiting}. ${putOffText(progress.put_off, queued)}`
	const limit = limitText(progress)
	const end = limit === '' ? now : queueEnd(progress, now)
	if (end.getTime() - now.getTime() < hour / 60) return `${waiting} and will go out within minutes.`
	return `${waiting}. This server sends ${limit}; the rest goes out until about ${timeText(end, now)}.`
}

function putOffText(count: number, queued: number): string {
	const which = queued === 1 ? 'It' : formatNumber(count)
	const retry = queued === 1 ? 'it is' : 'each is'
	return `${which} could not be handed to the mail server yet; ${retry} tried again by itself, for two days.`
}

/** The operator's limits: "500 an hour and 2,000 a day"; empty without one. */
export function limitText({ hourly, daily }: Pick<InvitationProgress, 'hourly' | 'daily'>): string {
	return [
		...(hourly === null ? [] : [`${formatNumber(hourly)} an hour`]),
		...(daily === null ? [] : [`${formatNumber(daily)} a day`]),
	].join(' and ')
}

/** The number of mails that the limits still allow in this hour and day. */
export function sendableNow({ hourly, daily, sent_this_hour, sent_today }: InvitationProgress): number {
	return Math.max(0, Math.min((hourly ?? Infinity) - sent_this_hour, (daily ?? Infinity) - sent_today))
}

/** The time at which the last waiting mail goes out: hours and days are counted in UTC, as the server does. */
function queueEnd(progress: InvitationProgress, now: Date): Date {
	const { hourly, daily } = progress
	let left = (progress.states.queued ?? 0) - sendableNow(progress)
	let today = (daily ?? Infinity) - progress.sent_today - sendableNow(progress)
	let at = now.getTime()
	// The loop ends: a queue holds at most as many mails as go out in seven days.
	for (let step = 0; left > 0 && step < 24 * 60; step++) {
		at = (Math.floor(at / hour) + 1) * hour
		if (at % (24 * hour) === 0) today = daily ?? Infinity
		const sent = Math.min(hourly ?? Infinity, Math.max(0, today))
		left -= sent
		today -= sent
	}
	return new Date(at)
}

function timeText(end: Date, now: Date): string {
	if (end.toDateString() === now.toDateString()) return formatTime(end)
	const isTomorrow = new Date(now.getTime() + 24 * hour).toDateString() === end.toDateString()
	if (isTomorrow) return 'tomorrow'
	return formatDate(end)
}
