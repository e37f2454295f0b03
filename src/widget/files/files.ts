export { FilePicker } from './file-picker.ts';
export { uploadFile } from './upload-file.ts';
