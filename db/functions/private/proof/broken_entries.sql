-- Checks the histories of up to `most` testimonials after one, in the order of their ids: `last` is where the next call goes on, null at the end, and
-- `broken` lists entries whose number, hash before, own hash, content or leaf in the log does not fit, with why.
create or replace function private.broken_entries(after uuid, most int, out last uuid, out checked bigint, out broken jsonb)
language sql stable security definer set search_path = '' as $$
	with chosen as (
		select t.space_id, t.id from public.testimonials t where $1 is null or t.id > $1 order by t.id limit $2
	), entries as (
		select e.*, lag(e.hash) over chain as hash_before, row_number() over chain as place
		from chosen c join public.testimonial_events e on e.space_id = c.space_id and e.testimonial_id = c.id
		window chain as (partition by e.testimonial_id order by e.seq)
	), problems as (
		select e.testimonial_id, e.seq, case
			when e.seq <> e.place then 'an entry before it is missing'
			when e.previous_hash is distinct from e.hash_before then 'it does not follow the entry before'
			when e.hash <> case e.format when 1 then private.event_hash(e.previous_hash, e.testimonial_id, e.seq, e.kind, e.actor, e.at, e.detail)
				else private.hash_text(private.entry_text(e.previous_hash, e.testimonial_id, e.seq, e.kind, e.actor, e.at, e.content, e.author,
					e.detail, e.secret)) end then 'it was changed'
			when e.log_number is not null and not exists (select from private.proof_log l
				where l.number = e.log_number and l.leaf = sha256('\x00'::bytea || e.hash)) then 'the log has another entry'
		end as problem
		from entries e
	), opened as (
		select c.id, p.e from chosen c
		cross join lateral jsonb_array_elements(private.proof_entries(c.space_id, c.id)) with ordinality as p(e, n)
		join entries x on x.testimonial_id = c.id and x.place = p.n
		where x.content is not null and p.e ->> 'content' is null and x.kind <> 'proposed' or x.author is not null and p.e ->> 'author' is null
	)
	select (select c.id from chosen c order by c.id desc limit 1), (select count(*) from entries),
		(select coalesce(jsonb_agg(jsonb_build_object('testimonial', b.id, 'entry', b.entry, 'problem', b.problem)), '[]') from (
			select p.testimonial_id as id, p.seq as entry, p.problem from problems p where p.problem is not null
			union all
			select o.id, (regexp_match(o.e ->> 'text', 'number (\d+)'))[1]::int, 'its words, author or consent were changed' from opened o
			order by 1, 2 limit 100) b)
$$;

grant execute on function private.broken_entries(uuid, int) to service_role;
