/** The drawn photo that an address as `/media/1200x900-3.svg` names, with a frame at its edge, so that a cut one is seen. */
export function drawnPhoto(path: string): string | null {
	const size = /media\/(\d+)x(\d+)-(\d+)/.exec(path)
	if (!size) return null
	const [width = 0, height = 0, number = 0] = size.slice(1).map(Number)
	const least = Math.min(width, height)
	const [wall, floor, ball] = [`${number * 47} 30% 72%`, `${number * 47} 35% 55%`, `${number * 47 + 150} 35% 45%`]
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${wall})"/><rect y="70%" width="100%" height="30%" fill="hsl(${floor})"/><circle cx="50%" cy="55%" r="${least / 4}" fill="hsl(${ball})"/><rect x="1%" y="1%" width="98%" height="98%" fill="none" stroke="#fff" stroke-width="8"/></svg>`
}
