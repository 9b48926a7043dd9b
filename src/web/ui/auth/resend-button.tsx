import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

const pauseSeconds = 60

/**
 * Sends a mail or message again, a minute after the last one.
 * @param sentAt when the last one was sent, in ms: the minute continues across a reload
 */
export function ResendButton({ sentAt, onSend }: { sentAt: number; onSend: () => void }) {
	const left = useSecondsLeft(sentAt)
	return (
		<Button disabled={left > 0} onClick={onSend}>
			{left > 0 ? `Send again in ${left} s` : 'Send again'}
		</Button>
	)
}

function useSecondsLeft(sentAt: number): number {
	const [now, setNow] = useState(Date.now)
	// A clock that was set back must not disable the button for hours.
	const left = Math.min(pauseSeconds, Math.ceil(pauseSeconds - (now - sentAt) / 1000))
	useEffect(() => {
		if (left <= 0) return
		const tick = setTimeout(() => setNow(Date.now()), 1000)
		return () => clearTimeout(tick)
	})
	return Math.max(0, left)
}
