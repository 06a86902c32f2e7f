// Finds sections in which each word stands; nothing is asked of any server.
const up = document.body.dataset.up
const field = document.getElementById('search')
const found = document.getElementById('found')
const fuse = new Fuse(sections, {
  keys: [{ name: 'title', weight: 4 }, { name: 'page', weight: 2 }, { name: 'text', weight: 1 }],
  useExtendedSearch: true, ignoreLocation: true, ignoreFieldNorm: true, includeScore: true, threshold: 0,
})

function around(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()) - 60)
  return (at > 0 ? '… ' : '') + text.slice(at, at + 160) + (text.length > at + 160 ? ' …' : '')
}

function search() {
  const words = field.value.trim().split(/\s+/).filter(word => word)
  found.replaceChildren()
  found.hidden = words.length === 0
  if (found.hidden) return
  // Each word somewhere in the section, its title or its page.
  const hits = fuse.search({ $and: words.map(word => ({ $or: ['title', 'page', 'text'].map(key => ({ [key]: "'" + word })) })) }, { limit: 12 })
  const said = document.createElement('p')
  said.textContent = hits.length === 0 ? 'Nothing has all of these words.' : hits.length === 12 ? 'The first 12:' : hits.length + ' found:'
  const list = document.createElement('ul')
  for (const hit of hits) {
    const link = document.createElement('a')
    link.href = up + hit.item.url
    link.textContent = hit.item.page === hit.item.title ? hit.item.title : hit.item.page + ': ' + hit.item.title
    const line = document.createElement('small')
    line.textContent = around(hit.item.text, words[0])
    const row = document.createElement('li')
    row.append(link, line)
    list.append(row)
  }
  found.append(said, list)
}

field.addEventListener('input', search)
// On a narrow screen the menu would hide the text.
if (matchMedia('(max-width: 50rem)').matches) document.querySelector('.menu').open = false
