import type { ReactNode } from 'react'
import type { WallLayout } from '#shared/wall/wall.ts'
import './layout-mark.css'

/** A line of words: large ones are the first of a testimonial. */
function Line({ at: [x, y], long, large = false }: { at: [number, number]; long: number; large?: boolean }) {
	return (
		<rect className={large ? 'mark-large' : 'mark-words'} x={x} y={y} width={long} height={large ? 5 : 3} rx="1.5" />
	)
}

function Card({ at: [x, y], size: [width, height] }: { at: [number, number]; size: [number, number] }) {
	return <rect className="mark-card" x={x} y={y} width={width} height={height} rx="4" />
}

/** A testimonial: a large line and smaller ones below it. */
function Words({ at: [x, y], lines }: { at: [number, number]; lines: readonly number[] }) {
	return lines.map((long, row) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: lines never move
		<Line key={row} at={[x, row === 0 ? y : y + 3 + row * 6.5]} long={long} large={row === 0} />
	))
}

function Star({ at: [x, y] }: { at: [number, number] }) {
	return (
		<path
			className="mark-star"
			transform={`translate(${x} ${y}) scale(.55)`}
			d="m8 1.2 1.8 4.7 5 .3-3.9 3.2 1.3 4.8L8 11.5l-4.2 2.7 1.3-4.8-3.9-3.2 5-.3z"
		/>
	)
}

const Page = () => (
	<>
		<Card at={[6, 8]} size={[108, 66]} />
		<Words at={[16, 17]} lines={[44, 56, 50]} />
	</>
)

const figure = (size: number, x: number, y: number) => (
	<text className="mark-figure" x={x} y={y} fontSize={size}>
		4.7
	</text>
)

const marks: Record<WallLayout, ReactNode> = {
	masonry: (
		<>
			<path className="mark-rule" d="M42 8v66M80 8v66" />
			<Words at={[8, 10]} lines={[28, 30, 18]} />
			<Words at={[8, 42]} lines={[26, 30, 30, 16]} />
			<Words at={[47, 10]} lines={[28, 28, 28, 28, 16]} />
			<Words at={[47, 56]} lines={[24, 28]} />
			<Words at={[85, 10]} lines={[22, 27]} />
			<Words at={[85, 34]} lines={[27, 27, 27, 27, 14]} />
		</>
	),
	grid: (
		<>
			<Card at={[6, 8]} size={[40, 30]} />
			<Card at={[50, 8]} size={[64, 30]} />
			<Card at={[6, 44]} size={[60, 30]} />
			<Card at={[70, 44]} size={[44, 30]} />
			<Words at={[12, 16]} lines={[26, 20]} />
			<Words at={[56, 16]} lines={[50, 52, 30]} />
			<Words at={[12, 52]} lines={[46, 48, 26]} />
			<Words at={[76, 52]} lines={[30, 18]} />
		</>
	),
	list: (
		<>
			<path className="mark-rule" d="M8 28.5h104M8 53.5h104" />
			{[10, 35, 60].map((y, at) => (
				<g key={y}>
					<circle className={`mark-face-${at}`} cx="15" cy={y + 6} r="6" />
					<Words at={[30, y]} lines={[[74, 58, 66][at] ?? 60, [46, 70, 40][at] ?? 50]} />
				</g>
			))}
		</>
	),
	carousel: (
		<>
			<Card at={[6, 12]} size={[48, 46]} />
			<Card at={[60, 12]} size={[48, 46]} />
			<Card at={[114, 12]} size={[48, 46]} />
			<Words at={[13, 22]} lines={[32, 34, 22]} />
			<Words at={[67, 22]} lines={[30, 34, 26]} />
			<path className="mark-arrow" d="m52 65-4 4 4 4M68 65l4 4-4 4" />
		</>
	),
	marquee: (
		<>
			{[-16, 40, 96].map((x) => (
				<Card key={x} at={[x, 10]} size={[50, 27]} />
			))}
			{[-36, 20, 76].map((x) => (
				<Card key={x} at={[x, 45]} size={[50, 27]} />
			))}
			<Words at={[46, 18]} lines={[34, 20]} />
			<Words at={[26, 53]} lines={[36, 24]} />
			<Words at={[82, 53]} lines={[30, 22]} />
			<Words at={[4, 18]} lines={[22, 14]} />
			<Words at={[102, 18]} lines={[30, 22]} />
		</>
	),
	single: (
		<>
			<text className="mark-quote" x="8" y="62" fontSize="66">
				“
			</text>
			<Line at={[42, 26]} long={68} large />
			<Line at={[42, 37]} long={60} large />
			<Line at={[42, 48]} long={40} large />
			<Line at={[42, 60]} long={20} />
		</>
	),
	badge: (
		<>
			<Card at={[10, 20]} size={[100, 42]} />
			{figure(27, 18, 50)}
			{[0, 1, 2, 3, 4].map((star) => (
				<Star key={star} at={[61 + star * 9, 30]} />
			))}
			<Line at={[62, 46]} long={38} />
		</>
	),
	avatars: (
		<>
			{[24, 41, 58, 75, 92].map((x, at) => (
				<circle key={x} className={`mark-face-${at % 3} mark-ring`} cx={x} cy="30" r="12" />
			))}
			<Line at={[24, 54]} long={72} large />
			<Line at={[38, 64]} long={44} />
		</>
	),
	ratings: (
		<>
			{figure(34, 8, 54)}
			{[48, 18, 6, 4, 0].map((long, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: there are always five lines
				<g key={at}>
					<rect className="mark-track" x="64" y={18 + at * 11} width="48" height="5" rx="1.5" />
					<rect className="mark-star" x="64" y={18 + at * 11} width={long} height="5" rx="1.5" />
				</g>
			))}
		</>
	),
	ticker: (
		<>
			<path className="mark-rule" d="M0 28.5h120M0 54.5h120" />
			<Line at={[-14, 39]} long={26} large />
			<circle className="mark-face-0" cx="24" cy="41.5" r="6" />
			<Line at={[35, 39]} long={44} large />
			<circle className="mark-face-1" cx="91" cy="41.5" r="6" />
			<Line at={[102, 39]} long={30} large />
		</>
	),
	feature: (
		<>
			<path className="mark-face-0" d="M6 14q0-4 4-4h36v62H10q-4 0-4-4z" />
			<path className="mark-card" d="M46 10h64q4 0 4 4v54q0 4-4 4H46" />
			<circle className="mark-portrait" cx="26" cy="34" r="9" />
			<path className="mark-portrait" d="M10 72c0-16 6-24 16-24s16 8 16 24z" />
			<Line at={[54, 27]} long={50} large />
			<Line at={[54, 38]} long={40} large />
			<Line at={[54, 52]} long={20} />
		</>
	),
	tab: (
		<>
			<Page />
			<Words at={[16, 46]} lines={[50, 56, 40]} />
			<path className="mark-tab" d="M114 22h-11q-4 0-4 4v30q0 4 4 4h11z" />
			<Star at={[102, 27]} />
		</>
	),
	toast: (
		<>
			<Page />
			<rect className="mark-toast" x="12" y="44" width="62" height="24" rx="4" />
			<Words at={[19, 50]} lines={[36, 24]} />
			<path className="mark-arrow" d="m64 49 5 5m0-5-5 5" />
		</>
	),
}

/** The picture of a layout, drawn so that its parts are told apart at the size of a thumbnail. */
export function LayoutMark({ layout }: { layout: WallLayout }) {
	return (
		<svg className="layout-mark" viewBox="0 0 120 82" aria-hidden="true">
			{marks[layout]}
		</svg>
	)
}
