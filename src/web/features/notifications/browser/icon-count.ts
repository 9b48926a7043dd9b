const size = 64
const plain = { href: '/favicon.svg', type: 'image/svg+xml' }

/** Numbers above this have no room in a tab's icon. */
const mostShown = 99
let wanted = 0
let picture: Promise<HTMLImageElement> | undefined

/** Draws a count into the tab's icon, and into that of an installed app where the browser has one; 0 removes it. */
export async function showIconCount(count: number): Promise<void> {
	wanted = count
	setAppBadge(count)
	const icon = count > 0 ? await drawIcon(count).catch(() => plain) : plain
	// A later call was drawn sooner.
	if (wanted !== count) return
	const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
	if (!link || link.getAttribute('href') === icon.href) return
	link.type = icon.type
	link.href = icon.href
}

/** https://developer.mozilla.org/en-US/docs/Web/API/Badging_API: only some browsers have it, and only for installed apps. */
function setAppBadge(count: number): void {
	const { setAppBadge: set, clearAppBadge: clear } = navigator as Partial<Navigator>
	const done = count > 0 ? set?.call(navigator, count) : clear?.call(navigator)
	done?.catch(() => {})
}

async function drawIcon(count: number): Promise<typeof plain> {
	picture ??= loadPicture()
	const canvas = document.createElement('canvas')
	canvas.width = size
	canvas.height = size
	const pen = canvas.getContext('2d')
	if (!pen) return plain
	pen.drawImage(await picture, 0, 0, size, size)
	const text = count > mostShown ? `${mostShown}+` : `${count}`
	const width = 26 + 11 * text.length
	// A white edge keeps the mark apart from the icon on light and dark tabs.
	pen.fillStyle = '#ffffff'
	pen.beginPath()
	pen.roundRect(size - width, 26, width, 38, 19)
	pen.fill()
	pen.fillStyle = '#b3261e'
	pen.beginPath()
	pen.roundRect(size - width + 3, 29, width - 6, 32, 16)
	pen.fill()
	pen.fillStyle = '#ffffff'
	pen.font = `700 ${text.length > 2 ? 22 : 27}px system-ui, sans-serif`
	pen.textAlign = 'center'
	pen.textBaseline = 'middle'
	pen.fillText(text, size - width / 2, 46)
	return { href: canvas.toDataURL('image/png'), type: 'image/png' }
}

async function loadPicture(): Promise<HTMLImageElement> {
	const image = new Image(size, size)
	image.src = plain.href
	await image.decode()
	return image
}
