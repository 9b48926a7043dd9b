/* Line icons in a box of 24 units; separate exports, so that a script carries only those it shows. */
export const pen = 'M4 20l1-4.5L15.8 4.7a1.7 1.7 0 0 1 2.4 0l1.1 1.1a1.7 1.7 0 0 1 0 2.4L8.5 19zM13.5 7l3.5 3.5M12 20h8'
export const picture =
	'M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5zM4 17l5-5 4 4 2.5-2.5L20 18M15.5 8.5v.01'
export const camera =
	'M5 6.5h8.5a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 16V8A1.5 1.5 0 0 1 5 6.5zM15 10.5l5.5-2.5v8L15 13.5'
export const microphone = 'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3zM6 11.5a6 6 0 0 0 12 0M12 17.5v3'
export const clock = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2'
export const key = 'M8 11.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 12.5L19.5 4M16 7.5l2.5 2.5'
export const quote =
	'M9.5 6.5C6.5 7.7 5 9.9 5 13v3.5h4.5V12H7.4c.1-1.7.9-2.9 2.6-3.7zM19 6.5c-3 1.2-4.5 3.4-4.5 6.5v3.5H19V12h-2.1c.1-1.7.9-2.9 2.6-3.7z'
export const face =
	'M12 5.25a3.75 3.75 0 1 1 0 7.5 3.75 3.75 0 0 1 0-7.5zM4.5 20c.8-3.7 3.6-5.5 7.5-5.5s6.7 1.8 7.5 5.5'
export const tick = 'M5 12.5l4.5 4.5L19 7.5'
export const alert = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5v5.5M12 16v.2'
export const back = 'M5 9h9a5 5 0 0 1 0 10h-4M8.5 5.5L5 9l3.5 3.5'
export const offline = 'M4 4l16 16M8.5 13.5a5 5 0 0 1 3.5-1.4M5 10a10 10 0 0 1 3.2-2M19 10a10 10 0 0 0-7-3M12 18v.2'
export const seal =
	'M12 3l2.4 1.8 3-.1.8 2.9 2.5 1.6-1 2.8 1 2.8-2.5 1.6-.8 2.9-3-.1L12 21l-2.4-1.8-3 .1-.8-2.9-2.5-1.6 1-2.8-1-2.8 2.5-1.6.8-2.9 3 .1zM8.5 12l2.5 2.5 4.5-5'
export const mail =
	'M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5zM4 7.5l8 6 8-6'
export const lock =
	'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5V12a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V8a4 4 0 0 1 8 0v2.5'

/** A line icon, hidden from screen readers: text always stands beside it. */
export function Icon({ drawing }: { drawing: string }) {
	return (
		<svg className="i" viewBox="0 0 24 24" aria-hidden="true">
			<path d={drawing} />
		</svg>
	)
}
