import { Wall } from '@plaudit/react'
import Link from 'next/link'

const server = process.env.PLAUDIT_URL
const wall = process.env.PLAUDIT_WALL

export default function Page() {
	return (
		<main>
			<h1>Again</h1>
			<Wall server={server} slug={wall} />
			<p id="after">
				<Link href="/">Back</Link>
			</p>
		</main>
	)
}
