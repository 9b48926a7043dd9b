const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll']
const secondsOfReading = 3

/** Reports once that a person opened a personal link. Mail scanners run scripts, too: a visit counts after an input, or some seconds in view. */
function reportOpened(invitation: string): void {
	let seconds = 0
	const end = new AbortController()
	const report = () => {
		end.abort()
		clearInterval(timer)
		navigator.sendBeacon('/functions/v1/opened', JSON.stringify({ invitation }))
	}
	const timer = setInterval(() => {
		if (!document.hidden && ++seconds === secondsOfReading) report()
	}, 1000)
	const options = { signal: end.signal, passive: true }
	for (const sign of signs) addEventListener(sign, (event) => event.isTrusted && !document.hidden && report(), options)
}

const invitation = document.querySelector<HTMLInputElement>('[name=invitation]')?.value
if (invitation) reportOpened(invitation)

export {}
