-- Appends an entry to the hash chain of a testimonial, whose row the caller has locked. `content` is what it commits to: private.words_text with
-- `about` = 'words', or private.consent_text with 'consent'; `author` is private.author_text.
create or replace function private.add_event(
	space uuid, testimonial uuid, kind text, actor text, detail jsonb, about text default null, content text default null, author text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
	last record;
	moment timestamptz := clock_timestamp();
	next int;
	secret bytea := private.new_secret();
	content_commitment bytea := private.commitment(secret, about, content);
	author_commitment bytea := private.commitment(secret, 'author', author);
begin
	select e.seq, e.hash into last from public.testimonial_events e
	where e.space_id = $1 and e.testimonial_id = $2 order by e.seq desc limit 1;
	next := coalesce(last.seq, 0) + 1;
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash, format, secret, content, author)
	values ($1, $2, next, $3, $4, moment, $5, last.hash,
		private.hash_text(private.entry_text(last.hash, $2, next, $3, $4, moment, content_commitment, author_commitment, $5, secret)),
		2, secret, content_commitment, author_commitment);
end
$$;
