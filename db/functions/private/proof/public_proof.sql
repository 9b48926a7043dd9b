-- The same for a stranger, of a public testimonial. What commitments are made of is left out, but of words that are shown whole, and of an author who is
-- shown: with it a stranger checks what stands on a wall. `shown` says what that is.
-- Leaves of checkpoints are needed for the file, and not for the page.
create or replace function private.public_proof(testimonial uuid, with_leaves boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
	return (
		select jsonb_build_object('testimonial', s.id, 'space_id', sp.id, 'space', sp.name, 'locale', sp.locale, 'color', sp.brand ->> 'color',
			'shown', jsonb_build_object('body', s.body, 'rating', s.rating, 'is_excerpt', s.is_excerpt, 'author', s.author_name, 'source', s.source),
			'entries', p.entries,
			'checkpoints', private.proof_checkpoints(array(select (e ->> 'entry')::bigint from jsonb_array_elements(p.entries) e where e ->> 'entry' is not null), $2))
		from private.shown_testimonials s
		join public.spaces sp on sp.id = s.space_id
		cross join lateral (
			select jsonb_agg(e || jsonb_build_object(
				'text', case when (e ->> 'format')::int = 2 then e ->> 'text' end,
				'detail', null,
				'content', case when not s.is_excerpt and split_part(e ->> 'content', E'\n', 3)
					= private.words_text(s.body, s.rating, s.title) and e ->> 'content' like 'plaudit-words%' then e ->> 'content' end,
				'author', case when s.author_name is not null and split_part(e ->> 'author', E'\n', 3)
					= private.author_text(s.author_name, s.author_title, s.author_company, s.author_url) then e ->> 'author' end) order by n) as entries
			from jsonb_array_elements(private.proof_entries(s.space_id, s.id)) with ordinality as x(e, n)
		) p
		where s.id = $1
	);
end
$$;

grant execute on function private.public_proof(uuid, boolean) to anon;
