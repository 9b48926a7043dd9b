/** A connection that runs neither triggers nor foreign keys, so that only rows are written. */
export const withoutTriggers = "set session_replication_role = 'replica'; set synchronous_commit = off"

/**
 * So many testimonials ($3) of a form ($2) in a space ($1): a quarter each is pending, approved, spam and archived, a third has a star, and a half is a
 * video, so that a list below any filter has a page in a space of 200.
 */
export const seedTestimonials = `
	insert into public.testimonials (space_id, form_id, kind, body, rating, author_name, author_company, locale, source, status, spam_state,
		is_pinned, live_scope, media_ready, submitted_at, approved_at)
	select $1::uuid, $2::uuid, case when i % 8 < 4 then 'text' else 'video' end,
		'They asked what I wanted before they said what they had. ' || repeat(md5(i::text) || ' ', 1 + i % 8), nullif(i % 6, 0),
		'Customer ' || i, 'Shop ' || i % 500, 'en', 'form', (array['pending', 'approved', 'pending', 'archived'])[1 + i % 4],
		case when i % 4 = 2 then 'suspect' else 'clean' end, i % 3 = 0, 'public', true,
		now() - make_interval(mins => i), case when i % 4 = 1 then now() - make_interval(mins => i) end
	from generate_series(1, $3::int) i`

/** The consent ($2) of each. */
export const seedConsents = `
	with wording as materialized (select private.share_wording($1, $2) as hash)
	insert into private.consents (space_id, testimonial_id, scope, wording_hash, locale, given_at)
	select t.space_id, t.id, 'public', w.hash, 'en', t.submitted_at from wording w, public.testimonials t where t.space_id = $1`

export const seedContacts = `
	insert into public.testimonial_contacts (space_id, testimonial_id, email)
	select t.space_id, t.id, lower(replace(t.author_name, ' ', '.')) || '@example.test' from public.testimonials t where t.space_id = $1`

/** Two entries of the history of each, which are in the log already. Their hashes are as long as real ones and prove nothing. */
export const seedEvents = `
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, previous_hash, hash, log_number)
	select t.space_id, t.id, n, (array['submitted', 'consented'])[n], 'submitter', t.submitted_at,
		case n when 2 then sha256(uuid_send(t.id)) end, sha256(uuid_send(t.id) || int4send(n)), row_number() over ()
	from public.testimonials t, generate_series(1, 2) n where t.space_id = $1`

/** The members of each public testimonial that walls show. */
export const seedItems = `
	insert into private.shown_items (space_id, testimonial_id, item)
	select t.space_id, t.id, jsonb_build_object('id', t.id, 'kind', t.kind, 'text', t.body)::text from public.testimonials t
	where t.space_id = $1 and t.is_public`

/** A tag of a space ($1) on every fifth testimonial; the ids of the tag and of a testimonial. */
export const seedTags = `
	with tag as (insert into public.tags (space_id, name) values ($1, 'Kiln') returning id),
		numbered as (select id, row_number() over (order by submitted_at desc) as n from public.testimonials where space_id = $1),
		tagged as (
			insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select $1, n.id, t.id from numbered n, tag t where n.n % 5 = 0)
	select (select id from tag) as "tagId", (select id from numbered where n = 7) as "testimonialId"`

/** The words by which people are found by name, as a job writes them for the search. */
export const seedWords = `
	insert into private.search_words (space_id, testimonial_id, submitted_at, language, words)
	select t.space_id, t.id, t.submitted_at, 'english', private.space_words(t.space_id,
		setweight(to_tsvector('simple', concat_ws(' ', t.author_name, t.author_company)), 'A') || setweight(to_tsvector('simple', t.body), 'B'))
	from public.testimonials t where t.space_id = $1`

/** Half as many invitations as testimonials ($3), in all states; one of a hundred failed. */
export const seedInvitations = `
	with batch as (
		insert into private.invitation_batches (space_id, form_id, subject, message) values ($1, $2, 'How was it?', 'Hello {name},') returning id)
	insert into public.invitations (space_id, form_id, batch_id, email, name, state, created_at)
	select $1, $2, b.id, 'guest.' || i || '@example.test', 'Guest ' || i,
		case when i % 100 = 0 then 'failed' else (array['sent', 'opened', 'answered', 'declined', 'expired'])[1 + i % 5] end,
		now() - make_interval(mins => i)
	from batch b, generate_series(1, $3::int / 2) i`

export const foldCounts = 'select private.fold_counts()'

/** Counts of a space from before them: each question reads the rows, as it did until version 0081 of the schema. */
export const forgetCounts = 'insert into private.uncounted_spaces (space_id) values ($1) on conflict do nothing'

export const operatorQuestions = 'select * from private.instance_totals(), private.instance_spaces() limit 1'

export const tidy = 'vacuum analyze'
