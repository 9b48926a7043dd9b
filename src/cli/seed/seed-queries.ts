import { sql } from '#platform/pg/sql.ts'

export const findUser = (email: string) => sql`select id from auth.users where email = ${email}`

export const createSpace = (name: string, slug: string) => sql`select public.create_space(${name}, ${slug}) as made`

export const setBrand = (space: string, brand: object) => sql`
	update public.spaces set brand = ${JSON.stringify(brand)} where id = ${space}`

export const setFormTexts = (form: string, title: string, intro: string) => sql`
	update public.forms
	set title = ${title}, intro = ${intro}, accepts = '{text,photo,video,audio}', thank_you = ${JSON.stringify({ title: 'Thank you.', message: 'The kettle is on whenever you pass by.' })}
	where id = ${form}`

export const addQuestion = (space: string, form: string, label: string, tip: string) => sql`
	insert into public.form_questions (space_id, form_id, position, kind, label, tip, is_public)
	values (${space}, ${form}, 0, 'short', ${label}, ${tip}, true)`

export const addMember = (space: string, user: string, role: string) => sql`
	insert into public.space_members (space_id, user_id, role) values (${space}, ${user}, ${role})`

export const setWallLayout = (wall: string, layout: string) => sql`
	update public.walls set layout = ${layout} where id = ${wall}`

export const addWall = (space: string, slug: string, name: string, layout: string, rule: object) => sql`
	insert into public.walls (space_id, slug, name, layout, selection)
	values (${space}, ${slug}, ${name}, ${layout}, ${JSON.stringify(rule)})`

export const addTags = (space: string, names: readonly string[]) => sql`
	insert into public.tags (space_id, name) select ${space}, unnest(${names}::text[]) returning id, name`

export const tagTestimonial = (space: string, testimonial: string, tags: readonly string[]) => sql`
	insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select ${space}, ${testimonial}, unnest(${tags}::uuid[])`

export const setStatus = (testimonial: string, status: string) => sql`
	update public.testimonials set status = ${status} where id = ${testimonial}`

export const pin = (testimonial: string) => sql`
	update public.testimonials set is_pinned = true where id = ${testimonial}`

export const excerpt = (testimonial: string, start: number, end: number) => sql`
	update public.testimonials set excerpt_start = ${start}, excerpt_end = ${end} where id = ${testimonial}`

export const reply = (space: string, testimonial: string, body: string) => sql`
	insert into public.replies (space_id, testimonial_id, body) values (${space}, ${testimonial}, ${body})`

export const verify = (space: string, testimonial: string, basis: string) => sql`
	select private.add_verification(${space}, ${testimonial}, ${basis}, '')`

/** Backdates a testimonial and its reading, which falls on the same day in UTC, so that no day approves more than it received. */
export const backdate = (testimonial: string, days: number) => sql`
	update public.testimonials
	set submitted_at = now() - make_interval(secs => ${days * 86_400}),
		approved_at = case when approved_at is not null then least(
			now() - make_interval(secs => ${days * 86_400 - 3600}),
			now(),
			date_trunc('day', now() - make_interval(secs => ${days * 86_400}), 'UTC') + interval '1 day' - interval '1 second'
		) end
	where id = ${testimonial}`

/** Inserts many published testimonials: {body, rating, name, title}, the newest first. */
export const publishMany = (space: string, form: string, rows: readonly object[], offset: number) => sql`
	insert into public.testimonials (space_id, form_id, kind, body, rating, author_name, author_title, source, status, submitted_at, approved_at)
	select ${space}, ${form}, 'text', r.body, r.rating, r.name, r.title, 'form', 'approved',
		now() - (${offset} + r.n) * interval '17 minutes', now() - (${offset} + r.n) * interval '17 minutes'
	from (
		select x.*, row_number() over () as n
		from jsonb_to_recordset(${JSON.stringify(rows)}) x (body text, rating smallint, name text, title text)
	) r
	returning id`

/** Consents of these testimonials to the text of their form. */
export const consentToMany = (space: string, form: string, testimonials: readonly string[]) => sql`
	insert into public.consents (space_id, testimonial_id, scope, wording)
	select ${space}, t.id, 'public', f.consent_text from unnest(${testimonials}::uuid[]) t (id), public.forms f where f.id = ${form}`

/** Sends by form and day in UTC, as `space_numbers` counts them. */
export const sendsByDay = (space: string) => sql`
	select f.slug, to_char(t.submitted_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as sends
	from public.testimonials t join public.forms f on f.id = t.form_id
	where t.space_id = ${space} and t.source = 'form' and t.spam_state <> 'spam'
	group by 1, 2`

export const wallsOf = (space: string) => sql`
	select id, slug from public.walls where space_id = ${space} order by created_at, slug`

export const setSpamState = (testimonial: string, state: string) => sql`
	update public.testimonials set spam_state = ${state} where id = ${testimonial}`

/** Shows a passage of the captions where a layout needs words. */
export const chooseQuote = (recording: string, quote: string) => sql`select public.choose_quote(${recording}, ${quote})`
