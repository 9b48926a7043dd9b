import { useEffect, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import type { Island } from './island.ts'

type MoveOnProps = { island: Island; url: string; label: string | undefined; seconds: number }

/** Takes the visitor to the owner's address after some seconds, unless they stay. The seconds count only while the page is visible. */
export function MoveOn({ island: { words }, url, label, seconds }: MoveOnProps) {
	const [left, setLeft] = useState<number | null>(seconds)
	const isCounting = left !== null
	useEffect(() => {
		if (!isCounting) return
		const timer = setInterval(() => {
			if (!document.hidden) setLeft((now) => (now === null ? null : Math.max(0, now - 1)))
		}, 1000)
		return () => clearInterval(timer)
	}, [isCounting])
	useEffect(() => {
		if (left === 0) location.assign(url)
	}, [left, url])
	const { host } = new URL(url)
	return (
		<div className="notice">
			<p>{isCounting ? interpolate(words.moving, { host, n: left }) : <span role="status">{words.stays}</span>}</p>
			<div className="row">
				{isCounting ? (
					<button className="btn" type="button" onClick={() => setLeft(null)}>
						{words.stay}
					</button>
				) : null}
				<a className="btn plain" href={url} rel="noopener" dir="auto">
					{label ?? interpolate(words.moveNow, { host })}
				</a>
			</div>
		</div>
	)
}
