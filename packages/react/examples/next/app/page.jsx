import { Form, Testimonial, Wall } from '@plaudit/react'
import Link from 'next/link'
import { Latest } from './latest.jsx'
import { form, server, testimonial, wall } from './plaudit.js'

export default function Page() {
	return (
		<main>
			<h1>A shop</h1>
			<Testimonial server={server} id={testimonial}>
				<p>No such testimonial.</p>
			</Testimonial>
			<p id="before">What our customers say</p>
			<Wall server={server} slug={wall}>
				<a href={`${server}/w/${wall}`}>What our customers say</a>
			</Wall>
			<p id="after">
				<Link href="/again">The same again</Link>
			</p>
			<Form server={server} slug={form}>
				Tell us how it went
			</Form>
			<Latest server={server} slug={wall} />
		</main>
	)
}
