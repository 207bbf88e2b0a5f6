// Drops files onto the middle of the window. Each is given by its name, its bytes in base64, and the time of its last
// change (null if it is not known).
const data = new DataTransfer();
for (const [name, text, lastModified] of arguments[0]) {
  data.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name, lastModified === null ? {} : { lastModified }));
}
const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
for (const type of ['dragenter', 'dragover', 'drop']) {
  target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}
